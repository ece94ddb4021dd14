import type { Field } from "@/lib/contract/fields";

/** A table whose changes a webhook can report. */
export interface ReportedTable {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Names of items by their ids; those that no longer exist are named by id. */
export function namesOf(
  ids: readonly string[],
  items: readonly { readonly id: string; readonly name: string }[],
): string[] {
  return ids.map((id) => items.find((each) => each.id === id)?.name ?? `${id} (deleted)`);
}

/** The fields of the chosen tables, with the names of their tables if there are several. */
export function fieldsOf(tables: readonly ReportedTable[]): { readonly id: string; readonly name: string }[] {
  return tables.flatMap((table) =>
    table.fields.map(({ id, name }) => ({ id, name: tables.length > 1 ? `${table.name}: ${name}` : name })),
  );
}
