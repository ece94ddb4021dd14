import { isEmpty } from "./empty";
import type { FieldType, TypedTemplate } from "./field-type";
import { resolutionsOf } from "./resolutions";

/** Why a field cannot become one of the type at all, as a predicate; undefined where it can. */
export function conversionProblem(to: FieldType): string | undefined {
  if (to.isComputed) return `cannot become ${to.type}, whose values are computed`;
  // A link is a relation between records: an id that happens to stand in a text is none.
  if (resolutionsOf(to).some(({ storage }) => storage === "links"))
    return `cannot become ${to.type}: links are made between records, not from values`;
  return undefined;
}

/**
 * The value as one of another type, by its plain text; undefined where it would be lost. What is empty stays
 * so, an unticked checkbox included, and text of nothing but space is empty where the other type has no such text.
 */
export function convert(value: unknown, from: TypedTemplate, to: TypedTemplate): unknown {
  const { empty } = to.fieldType;
  if (isEmpty(from.fieldType, value)) return empty;
  const text = from.fieldType.toText(value, from.template);
  return to.fieldType.fromText(text, to.template) ?? (text.trim() === "" ? empty : undefined);
}
