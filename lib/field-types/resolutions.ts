import type { FieldType, ResolvedType } from "./field-type";

/** The type with its answers for fields of every kind: those that its examples are of. */
export function resolutionsOf({ examples, template: shape, resolve }: FieldType): ResolvedType[] {
  return examples.map(({ template = {} }) => resolve(shape.parse(template)));
}
