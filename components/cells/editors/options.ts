import type { SelectTemplate } from "@/lib/field-types/option";

export type Option = SelectTemplate["options"][number];

/** The options that contain the search text in any case; those that start with it first. */
export function searchOptions(options: readonly Option[], search: string): readonly Option[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return options;
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const begins = ({ label }: Option) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

/**
 * True if the initial draft is the label of the cell's current option, which a search replaces. A single character may
 * have just been typed and may start a longer label.
 */
export function isHeld(options: readonly Option[], draft: string): boolean {
  const matching = options.filter(({ label }) => label.toLowerCase().startsWith(draft.toLowerCase()));
  return matching.some(({ label }) => label === draft) && ([...draft].length > 1 || matching.length === 1);
}

/** Explains an empty list of options; undefined if the list is not empty. */
export function noteOn(options: readonly Option[], found: readonly unknown[]): string | undefined {
  if (found.length > 0) return undefined;
  return options.length === 0 ? "This field has no options yet." : "No matching options";
}
