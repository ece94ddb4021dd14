import type * as z from "zod";
import type { FieldType } from "@/lib/field-types";

/** Each key of a type's template with its default; undefined for one that a field cannot do without. */
export function templateDefaults(fieldType: FieldType): { readonly [key: string]: unknown } {
  const shape = Object.entries(shapeOf(fieldType));
  return Object.fromEntries(shape.map(([key, value]) => [key, value.safeParse(undefined).data]));
}

/** The keys that a field cannot do without. */
export function requiredKeys(fieldType: FieldType): string[] {
  return Object.entries(shapeOf(fieldType)).flatMap(([key, value]) =>
    value.safeParse(undefined).success ? [] : [key],
  );
}

/** Every template is an object, of keys that a caller may give and those that the server sets. */
function shapeOf({ template, serverKeys = [] }: FieldType): { [key: string]: z.ZodType } {
  const { shape } = template as unknown as z.ZodObject<{ [key: string]: z.ZodType }>;
  const own: readonly string[] = serverKeys;
  return Object.fromEntries(Object.entries(shape).filter(([key]) => !own.includes(key)));
}
