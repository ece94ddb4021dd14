import * as z from "zod";
import { randomBase58 } from "./base58";
import { limits } from "./limits";
import { listUpTo } from "./list";
import { nameOf, quote, textUpTo } from "./text";

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

const optionId = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{4}$/, { error: "is minted by the server: leave it out for a new option" });

const noColor = { error: `takes a colour: ${optionColors.join(", ")}, or #rrggbb` };

export const optionText = textUpTo(limits.nameLength)
  .refine((text) => text !== "", { error: "cannot be empty" })
  .meta({ minLength: 1 });

const option = z.strictObject({
  value: optionId.optional(),
  label: optionText,
  color: z.union([z.enum(optionColors), z.string().regex(/^#[0-9a-fA-F]{6}$/, noColor)], noColor).optional(),
});

/** The template of the select types. `value` identifies an option for good; labels may change. */
export const selectTemplate = z.strictObject({
  options: listUpTo(limits.optionsPerField, "options", z.array(option))
    .superRefine((options, context) => {
      for (const key of ["label", "value"] as const) {
        const seen = new Set<string>();
        options.forEach((each, index) => {
          const given = each[key];
          if (given !== undefined && seen.has(given)) {
            context.addIssue({
              code: "custom",
              path: [index, key],
              message: `is that of an option before, "${given}"`,
            });
          }
          if (given !== undefined) seen.add(given);
        });
      }
    })
    .default([]),
  disableColors: z.boolean().default(false),
});

type Option = z.infer<typeof option>;
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
  const { byLabel } = indexOf(template);
  return z
    .string({ error: (issue) => `takes the label of an option, not ${nameOf(issue.input)}` })
    .refine((given) => byLabel.has(given), {
      error: (issue) => `has no option ${quote(issue.input)}${flawOf(issue.input)}; ${listLabels(labels)}`,
    })
    .meta(labels.length > 0 ? { enum: labels } : {});
}

export function optionIdOf(given: string, template: SelectTemplate): string {
  const found = indexOf(template).byLabel.get(given);
  if (found?.value === undefined) throw new Error(`no option ${JSON.stringify(given)}`);
  return found.value;
}

/** The label to an id, or null for an option that is gone. */
export function optionLabelOf(id: string, template: SelectTemplate): string | null {
  return indexOf(template).byId.get(id)?.label ?? null;
}

/** The label that text means: exactly, or save for spaces around it and upper and lower case. */
export function labelFromText(text: string, template: SelectTemplate): string | undefined {
  const { byLabel, byFoldedLabel } = indexOf(template);
  const trimmed = text.trim();
  const found = byLabel.get(text) ?? byLabel.get(trimmed) ?? byFoldedLabel.get(trimmed.toLowerCase());
  return found?.label;
}

interface OptionIndex {
  readonly byId: ReadonlyMap<string | undefined, Option>;
  readonly byLabel: ReadonlyMap<string, Option>;
  readonly byFoldedLabel: ReadonlyMap<string, Option>;
}

const indexes = new WeakMap<SelectTemplate, OptionIndex>();

/**
 * A template is read for every cell, its options may be a thousand: they are looked up, not searched. So a
 * template is never changed in place.
 */
export function indexOf(template: SelectTemplate): OptionIndex {
  const known = indexes.get(template);
  if (known) return known;
  // Of labels that differ in case only, the first is the one that text in another case means.
  const backwards = template.options.toReversed();
  const index = {
    byId: new Map(template.options.map((each) => [each.value, each])),
    byLabel: new Map(template.options.map((each) => [each.label, each])),
    byFoldedLabel: new Map(backwards.map((each) => [each.label.toLowerCase(), each])),
  };
  indexes.set(template, index);
  return index;
}

/** Why there can be no option of that label, so that asking for it to be made (`?typecast=true`) would not help. */
function flawOf(label: unknown): string {
  const flaw = optionText.safeParse(label).error?.issues[0]?.message;
  return flaw === undefined ? "" : `, and a label ${flaw}`;
}

function listLabels(labels: readonly string[]): string {
  if (labels.length === 0) return "the field has no options yet";
  const shown = labels
    .slice(0, 20)
    .map((label) => JSON.stringify(label))
    .join(", ");
  const most = limits.optionsPerField;
  const full = labels.length < most ? "" : `, and ${most.toLocaleString("en")} are the most`;
  return `the options are ${shown}${labels.length > 20 ? ` and ${labels.length - 20} more` : ""}${full}`;
}

function mintOptionId(taken: Set<string | undefined>): string {
  for (;;) {
    const id = randomBase58(4);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
