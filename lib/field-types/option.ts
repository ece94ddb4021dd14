import * as z from "zod";
import { randomBase58 } from "./base58";
import { limits } from "./limits";
import { listUpTo } from "./list";
import { nameOf, quote, textUpTo } from "./text";

/** Names of colours, in the order in which new options get them. */
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
  .regex(/^[1-9A-HJ-NP-Za-km-z]{4}$/, { error: "is assigned by the server; omit it for a new option" });

const noColor = { error: `takes one of the colours ${optionColors.join(", ")}, or #rrggbb` };

export const optionText = textUpTo(limits.nameLength)
  .refine((text) => text !== "", { error: "cannot be empty" })
  .meta({ minLength: 1 });

const option = z.strictObject({
  value: optionId.optional(),
  label: optionText,
  color: z.union([z.enum(optionColors), z.string().regex(/^#[0-9a-fA-F]{6}$/, noColor)], noColor).optional(),
});

/** The template of the select types. `value` identifies an option permanently; labels may change. */
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
              message: `repeats that of an earlier option, "${given}"`,
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

/** Adds missing ids and colours. */
export function completeOptions(template: SelectTemplate): SelectTemplate {
  const taken = new Set(template.options.map((each) => each.value));
  const options = template.options.map(({ value, label, color }, index) => ({
    value: value ?? mintOptionId(taken),
    label,
    color: color ?? optionColors[index % optionColors.length],
  }));
  return withDefaultValue({ ...template, options });
}

/** Replaces the labels of default options, which are just being added, by their values. */
function withDefaultValue<Template extends SelectTemplate>(template: Template): Template {
  const { default: labels } = template as { default?: string | string[] };
  if (labels === undefined) return template;
  const { byId, byLabel } = indexOf(template);
  const optionOf = (text: string) => (byId.has(text) ? text : byLabel.get(text)?.value);
  return { ...template, default: Array.isArray(labels) ? labels.map(optionOf) : optionOf(labels) };
}

/** Accepts the label of an option; the message lists the known labels. */
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

/** The label of an option id; null if the option does not exist any more. */
export function optionLabelOf(id: string, template: SelectTemplate): string | null {
  return indexOf(template).byId.get(id)?.label ?? null;
}

/** Finds the label for a text: an exact match first, then one that ignores outer spaces and case. */
export function labelFromText(text: string, template: SelectTemplate): string | undefined {
  const { byLabel, byLowerCaseLabel } = indexOf(template);
  const trimmed = text.trim();
  const found = byLabel.get(text) ?? byLabel.get(trimmed) ?? byLowerCaseLabel.get(trimmed.toLowerCase());
  return found?.label;
}

interface OptionIndex {
  readonly byId: ReadonlyMap<string | undefined, Option>;
  readonly byLabel: ReadonlyMap<string, Option>;
  readonly byLowerCaseLabel: ReadonlyMap<string, Option>;
}

const indexes = new WeakMap<SelectTemplate, OptionIndex>();

/**
 * Indexes the options of a template by id and label, because each cell looks up one of up to a thousand options.
 * Cached by identity: templates are immutable.
 */
export function indexOf(template: SelectTemplate): OptionIndex {
  const known = indexes.get(template);
  if (known) return known;
  // Reversed, so that the first of labels that differ only in case wins.
  const backwards = template.options.toReversed();
  const index = {
    byId: new Map(template.options.map((each) => [each.value, each])),
    byLabel: new Map(template.options.map((each) => [each.label, each])),
    byLowerCaseLabel: new Map(backwards.map((each) => [each.label.toLowerCase(), each])),
  };
  indexes.set(template, index);
  return index;
}

/** Reason why a label is invalid, which also rules out `?typecast=true`. */
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
  const full = labels.length < limits.optionsPerField ? "" : `, which is the maximum`;
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
