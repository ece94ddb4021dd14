import { z } from "zod";
import { nameOf, quote } from "./text";

/** Colours by name, in the order in which options without one get theirs. */
export const optionColors = [
  "purple",
  "orange",
  "blue",
  "gray",
  "red",
  "yellow",
  "green",
  "pink",
  "lime",
  "tangerine",
  "emerald",
  "sky",
  "teal",
  "indigo",
  "cyan",
  "violet",
] as const;

export const mostOptions = 1_000;

const optionId = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{4}$/, { error: "is minted by the server: leave it out for a new option" });

const noColor = { error: `takes a colour: ${optionColors.join(", ")}, or #rrggbb` };

const option = z.strictObject({
  value: optionId.optional(),
  label: z
    .string()
    .min(1, { error: "a label cannot be empty" })
    .max(255, { error: "a label has at most 255 characters" }),
  color: z.union([z.enum(optionColors), z.string().regex(/^#[0-9a-fA-F]{6}$/, noColor)], noColor).optional(),
});

/** The template of the select types. `value` identifies an option for good; labels may change. */
export const selectTemplate = z.strictObject({
  options: z
    .array(option)
    .max(mostOptions, { error: `takes at most ${mostOptions.toLocaleString("en")} options` })
    .superRefine((options, context) => {
      for (const key of ["label", "value"] as const) {
        const seen = new Set<string>();
        options.forEach((each, index) => {
          const given = each[key];
          if (given !== undefined && seen.has(given)) {
            context.addIssue({
              code: "custom",
              path: [index, key],
              message: `two options with the ${key} "${given}"`,
            });
          }
          if (given !== undefined) seen.add(given);
        });
      }
    })
    .default([]),
  disableColors: z.boolean().default(false),
});

export type SelectTemplate = z.infer<typeof selectTemplate>;

/** Mints the ids and hands out the colours that the caller left out. */
export function completeOptions(template: SelectTemplate): SelectTemplate {
  const taken = new Set(template.options.map((each) => each.value));
  const options = template.options.map(({ value, label, color }, index) => ({
    value: value ?? mintOptionId(taken),
    label,
    color: color ?? optionColors[index % optionColors.length],
  }));
  return { ...template, options };
}

/** One option by its label; the message lists the known ones. */
export function optionLabel(template: SelectTemplate) {
  const labels = template.options.map((each) => each.label);
  return z
    .string({ error: (issue) => `takes the label of an option, not ${nameOf(issue.input)}` })
    .refine((label) => labels.includes(label), {
      error: (issue) => `has no option ${quote(issue.input)}; ${listLabels(labels)}`,
    })
    .meta(labels.length > 0 ? { enum: labels } : {});
}

export function optionIdOf(label: string, template: SelectTemplate): string {
  const found = template.options.find((each) => each.label === label);
  if (found?.value === undefined) throw new Error(`no option ${JSON.stringify(label)}`);
  return found.value;
}

/** The label to an id, or null for an option that is gone. */
export function optionLabelOf(id: string, template: SelectTemplate): string | null {
  return template.options.find((each) => each.value === id)?.label ?? null;
}

function listLabels(labels: readonly string[]): string {
  if (labels.length === 0) return "the field has no options yet";
  const shown = labels
    .slice(0, 20)
    .map((label) => JSON.stringify(label))
    .join(", ");
  return `the options are ${shown}${labels.length > 20 ? ` and ${labels.length - 20} more` : ""}`;
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function mintOptionId(taken: Set<string | undefined>): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint32Array(4));
    const id = Array.from(bytes, (random) => base58[random % 58]).join("");
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
