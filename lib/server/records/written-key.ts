import type { WrittenValues } from "../../contract/records";
import type { SchemaField } from "../structure/schemas";

/** The key of a field as the caller wrote it; its name where the caller did not write it at all. */
export function keyIn(written: WrittenValues, { id, name }: SchemaField): string {
  return Object.hasOwn(written, id) ? id : name;
}
