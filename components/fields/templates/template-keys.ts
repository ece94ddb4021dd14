import * as z from "zod";
import type { FieldType } from "@/lib/field-types";

/** The keys of a type's template with their defaults; undefined for required keys. */
export function templateDefaults(fieldType: FieldType): { readonly [key: string]: unknown } {
  const shape = Object.entries(shapeOf(fieldType));
  return Object.fromEntries(shape.map(([key, value]) => [key, value.safeParse(undefined).data]));
}

/** The required keys of a type's template. */
export function requiredKeys(fieldType: FieldType): string[] {
  return Object.entries(shapeOf(fieldType)).flatMap(([key, value]) =>
    value.safeParse(undefined).success ? [] : [key],
  );
}

/** True if the type has the key, and null is not a value that only another type gives it. */
export function takesKey(fieldType: FieldType, key: string, value: unknown): boolean {
  const shape = shapeOf(fieldType)[key];
  return shape !== undefined && (value !== null || shape.safeParse(null).success);
}

/** The shapes of the template's keys, without those that only the server sets. */
function shapeOf({ template, serverKeys = [] }: FieldType): { [key: string]: z.ZodType } {
  if (!(template instanceof z.ZodObject)) throw new Error("a template is an object");
  const shape: { [key: string]: z.ZodType } = template.shape;
  const own: readonly string[] = serverKeys;
  return Object.fromEntries(Object.entries(shape).filter(([key]) => !own.includes(key)));
}
