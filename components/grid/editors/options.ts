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

/** Why a list of options is empty; nothing where it is not. */
export function noteOn(options: readonly Option[], found: readonly unknown[]): string | undefined {
  if (found.length > 0) return undefined;
  return options.length === 0 ? "This field has no options yet." : "No option fits.";
}
