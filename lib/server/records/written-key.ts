import type { WrittenValues } from "../../contract/records";
import type { SchemaField } from "../structure/schemas";

/** The key of a field as written by the caller; its name if not written. */
export function keyIn(written: WrittenValues, { id, name }: SchemaField): string {
  return Object.hasOwn(written, id) ? id : name;
}
