import type { Refuse } from "./field-type";
import { limits } from "./limits";
import { completeOptions, indexOf, optionText, type SelectTemplate } from "./option";

/** Maximum number of options created from texts when a field becomes a select. */
export const maxOptionsFromText = 500;

/**
 * Merges a changed list of options with the previous one. An option with a `value` keeps its identity and colour.
 * One without is matched by its label, else it is new.
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
        "is not the value of an existing option; omit it to create a new option",
      );
    }
    const namesake = byLabel.get(each.label);
    const unclaimed = claimed.has(namesake?.value) ? undefined : namesake;
    const known = each.value === undefined ? unclaimed : byId.get(each.value);
    return { value: known?.value, label: each.label, color: each.color ?? known?.color };
  });
  return { ...next, options };
}

/** Ids of options that the next template lacks. */
export function removedOptions(previous: SelectTemplate, next: SelectTemplate): string[] {
  const { byId } = indexOf(next);
  return previous.options.flatMap(({ value }) => (value === undefined || byId.has(value) ? [] : [value]));
}

/** Adds options for labels that have none, up to the limit. Returns the same template if none is added. */
export function addOptions(
  labels: readonly string[],
  template: SelectTemplate,
  max: number = limits.optionsPerField,
): SelectTemplate {
  const { byLabel } = indexOf(template);
  const missing = new Set(labels.filter((each) => !byLabel.has(each) && optionText.safeParse(each).success));
  const added = [...missing].slice(0, Math.min(max, limits.optionsPerField - template.options.length));
  if (added.length === 0) return template;
  return completeOptions({
    ...template,
    options: [...template.options, ...added.map((each) => ({ label: each }))],
  });
}
