import type { SelectTemplate } from "@/lib/field-types/option";

export type Option = SelectTemplate["options"][number];

/** The options that contain what was searched for, whatever the case; those that begin with it first. */
export function searchOptions(options: readonly Option[], search: string): readonly Option[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return options;
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const begins = ({ label }: Option) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

/**
 * Whether the draft that an editor opens with is the option that the cell holds, which a search takes the place of. A
 * single character may have been typed just now, and be the first of a longer label.
 */
export function isHeld(options: readonly Option[], draft: string): boolean {
  const begun = options.filter(({ label }) => label.toLowerCase().startsWith(draft.toLowerCase()));
  return begun.some(({ label }) => label === draft) && ([...draft].length > 1 || begun.length === 1);
}

/** Why a list of options is empty; nothing where it is not. */
export function noteOn(options: readonly Option[], found: readonly unknown[]): string | undefined {
  if (found.length > 0) return undefined;
  return options.length === 0 ? "This field has no options yet." : "No option fits.";
}
