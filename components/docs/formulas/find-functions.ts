import type { DocumentedFunction, DocumentedGroup } from "./documented-functions";

/** The groups with the functions whose names or help have all words of a search. */
export function findFunctions(groups: readonly DocumentedGroup[], search: string): DocumentedGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, aliases, sentence }: DocumentedFunction) => {
    const text = [name, ...aliases, sentence].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ title, functions }) => ({ title, functions: functions.filter(matches) }))
    .filter(({ functions }) => functions.length > 0);
}
