import type { Refuse } from "./field-type";
import { limits } from "./limits";
import { completeOptions, indexOf, optionText, type SelectTemplate } from "./option";

/** How many options the texts of a field that becomes a select may make. */
export const mostOptionsFromText = 500;

/**
 * A changed list of options goes on from the one before: a `value` is that of an option, and keeps its colour;
 * an option without one is the one that has its label, else a new one.
 */
export function followOptions(
  previous: SelectTemplate,
  next: SelectTemplate,
  refuse: Refuse,
): SelectTemplate {
  const { byId, byLabel } = indexOf(previous);
  const claimed = new Set(next.options.map((each) => each.value));
  const options = next.options.map((each, index) => {
    if (each.value !== undefined && !byId.has(each.value)) {
      refuse(
        ["options", index, "value"],
        "is of no option that the field has: leave it out for a new option",
      );
    }
    const namesake = byLabel.get(each.label);
    const unclaimed = claimed.has(namesake?.value) ? undefined : namesake;
    const known = each.value === undefined ? unclaimed : byId.get(each.value);
    return { value: known?.value, label: each.label, color: each.color ?? known?.color };
  });
  return { ...next, options };
}

/** The ids of the options that the next template lacks. */
export function removedOptions(previous: SelectTemplate, next: SelectTemplate): string[] {
  const { byId } = indexOf(next);
  return previous.options.flatMap(({ value }) => (value === undefined || byId.has(value) ? [] : [value]));
}

/** The template with options for the labels that have none, as far as there is room; itself if that is none. */
export function addOptions(
  labels: readonly string[],
  template: SelectTemplate,
  most: number = limits.optionsPerField,
): SelectTemplate {
  const { byLabel } = indexOf(template);
  const missing = new Set(labels.filter((each) => !byLabel.has(each) && optionText.safeParse(each).success));
  const added = [...missing].slice(0, Math.min(most, limits.optionsPerField - template.options.length));
  if (added.length === 0) return template;
  return completeOptions({
    ...template,
    options: [...template.options, ...added.map((each) => ({ label: each }))],
  });
}
