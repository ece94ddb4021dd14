/** Types of single values. */
export const scalars = ["number", "text", "checkbox", "date", "datetime"] as const;
export type Scalar = (typeof scalars)[number];

/** A list of values of one type, any of which may be blank. */
export type ListType = `${Scalar}[]`;

/** Type of an expression. `blank` is the type of BLANK(), which fits everywhere. */
export type Type = Scalar | "blank" | ListType;

/** Error values of cells. */
export const errorCodes = ["DIV0", "TYPE", "NUM", "NA", "REF"] as const;
export type ErrorCode = (typeof errorCodes)[number];

export function isList(type: Type): type is ListType {
  return type.endsWith("[]");
}

/** The type of a list's items, or of a single value the type itself. */
export function itemOf(type: Type): Scalar | "blank" {
  return (isList(type) ? type.slice(0, -2) : type) as Scalar | "blank";
}

export function listOf(item: Scalar | "blank"): ListType {
  return item === "blank" ? "text[]" : `${item}[]`;
}

export function isMoment(type: Type): type is "date" | "datetime" {
  return type === "date" || type === "datetime";
}

/**
 * The type in which a function of dates takes an argument. A literal text of a day is a date; any other text may have a
 * time. Undefined if it is no date.
 */
export function momentType({
  type,
  constant,
}: {
  readonly type: Type;
  readonly constant?: string | boolean;
}): "date" | "datetime" | "blank" | undefined {
  if (isMoment(type) || type === "blank") return type;
  if (type !== "text") return undefined;
  return typeof constant === "string" && /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(constant) ? "date" : "datetime";
}

/** Names for messages. */
const words: Record<Scalar | "blank", string> = {
  number: "a number",
  text: "a text",
  checkbox: "TRUE or FALSE",
  date: "a date",
  datetime: "a date with a time",
  blank: "blank",
};

export function wordsFor(type: Type): string {
  const item = itemOf(type);
  if (!isList(type)) return words[item];
  return `a list of ${{ number: "numbers", text: "texts", checkbox: "checkboxes", date: "dates", datetime: "dates with times", blank: "blanks" }[item]}`;
}

/** The common type of branches: blank fits every type, and different types become text; undefined for mixed lists. */
export function commonType(types: readonly Type[]): Type | undefined {
  const known = [...new Set(types.filter((type) => type !== "blank"))];
  if (known.length <= 1) return known[0] ?? "blank";
  return known.some(isList) ? undefined : "text";
}

/** The common type of the items of lists and single values. */
export function commonItem(types: readonly Type[]): Scalar | "blank" {
  return commonType(types.map(itemOf)) as Scalar | "blank";
}

/** The type in which values are compared; undefined if they cannot be. */
export function comparedType(types: readonly Type[]): Type | undefined {
  const known = [...new Set(types.filter((type) => type !== "blank"))];
  if (known.some(isList)) return undefined;
  if (known.length <= 1) return known[0] ?? "blank";
  return known.every(isMoment) ? "datetime" : undefined;
}
