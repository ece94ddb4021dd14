/** The prefix of a key for a new option, U+2063. Nobody types it or sees it, so text alone never creates an option. */
const mark = "\u2063";

export function keyOfNew(label: string): string {
  return `${mark}${label}`;
}

/** The label of a new option's key; undefined for other text. */
export function labelOfNew(key: string): string | undefined {
  const label = key.startsWith(mark) ? key.slice(mark.length).trim() : "";
  return label === "" ? undefined : label;
}
