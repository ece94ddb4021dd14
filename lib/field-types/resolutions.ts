import type { FieldType, ResolvedType } from "./field-type";

/** Resolves a type for every kind of its fields, as covered by its examples. */
export function resolutionsOf({ examples, template: shape, resolve }: FieldType): ResolvedType[] {
  return examples.map(({ template = {} }) => resolve(shape.parse(template)));
}
