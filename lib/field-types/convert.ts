import { isEmpty } from "./empty";
import type { FieldType, TypedTemplate } from "./field-type";
import { resolutionsOf } from "./resolutions";

/** Reason why no field can become one of the type, as a predicate; undefined if it can. */
export function conversionProblem(to: FieldType): string | undefined {
  if (to.isComputed) return `cannot become ${to.type}, whose values are computed`;
  // A link is a relation between records; an id in a text is not.
  if (resolutionsOf(to).some(({ storage }) => storage === "links"))
    return `cannot become ${to.type}: links are made between records, not from values`;
  return undefined;
}

/**
 * Converts a value to another type by its plain text; undefined if it would be lost. Empty values stay empty, an
 * unticked checkbox included. Text of only white space becomes empty if the other type cannot hold it.
 */
export function convert(value: unknown, from: TypedTemplate, to: TypedTemplate): unknown {
  const { empty } = to.fieldType;
  if (isEmpty(from.fieldType, value)) return empty;
  const text = from.fieldType.toText(value, from.template);
  return to.fieldType.fromText(text, to.template) ?? (text.trim() === "" ? empty : undefined);
}
