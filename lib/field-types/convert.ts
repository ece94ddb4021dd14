import { isEmpty } from "./empty";
import type { FieldType, TypedTemplate } from "./field-type";

/** Reason why no field can become one of the type, as a predicate; undefined if it can. */
export function conversionProblem(to: FieldType): string | undefined {
  if (to.isComputed) return `cannot become ${to.type}, whose values are computed`;
  return undefined;
}

/**
 * Converts a value to another type by its plain text; undefined if it would be lost. Empty values stay empty, an
 * unticked checkbox included. Text of only white space becomes empty if the other type cannot hold it.
 */
export function convert(value: unknown, from: TypedTemplate, to: TypedTemplate): unknown {
  const { empty } = to.fieldType;
  if (isEmpty(from.fieldType, value)) return empty;
  return convertText(from.fieldType.toText(value, from.template), to);
}

/** Converts the plain text of a value to another type; undefined if it would be lost. */
export function convertText(
  text: string,
  { fieldType: { fromText, empty }, template }: TypedTemplate,
): unknown {
  return fromText(text, template) ?? (text.trim() === "" ? empty : undefined);
}
