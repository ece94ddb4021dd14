import type { Field } from "@/lib/contract/fields";
import { isLink } from "@/lib/field-types";

/** Record names by the id of the linked table, then by record id. */
export type NamesByTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A value with the field that it comes from. */
export interface SourcedValue {
  readonly field: Pick<Field, "type" | "template">;
  readonly value: unknown;
}

/** The id of the table that a link field leads to. */
export function linkedTable({ template }: Pick<Field, "template">): string {
  return (template as { tableId: string }).tableId;
}

/** The linked records in some values, by table. */
export function linkedIn(values: Iterable<SourcedValue>): Map<string, readonly string[]> {
  const linked = new Map<string, Set<string>>();
  for (const { field, value } of values) {
    if (!isLink(field)) continue;
    const tableId = linkedTable(field);
    const ids = linked.get(tableId) ?? new Set();
    linked.set(tableId, ids);
    for (const id of (value ?? []) as readonly string[]) ids.add(id);
  }
  return new Map([...linked].map(([tableId, ids]) => [tableId, [...ids]]));
}

/** Loads the names of linked records. */
export async function namesByTable(
  linked: ReadonlyMap<string, readonly string[]>,
  read: (tableId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<NamesByTable> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [tableId, ids] of linked) names.set(tableId, await read(tableId, ids));
  return names;
}
