import { Table2 } from "lucide-react";
import { tablePath } from "../../known-tables";
import type { PaletteEntry } from "../entry";
import { tableEntryId } from "../entry-ids";
import type { PaletteContext } from "./source";

/** The tables of the open database, and those of all others with the name of their database. */
export function tableEntries({
  databaseId,
  tables,
  bases = [],
  go,
}: Pick<PaletteContext, "databaseId" | "tables" | "go"> & Partial<PaletteContext>): PaletteEntry[] {
  const entryOf = (place: { databaseId: string }, table: { id: string; name: string }): PaletteEntry => ({
    id: tableEntryId({ databaseId: place.databaseId, tableId: table.id }),
    kind: "Tables",
    label: table.name,
    icon: Table2,
    open: () => go(tablePath(place.databaseId, table)),
  });
  const own = bases.find(({ id }) => id === databaseId)?.tables ?? [];
  // The page knows tables that were created since the list was loaded.
  const shown = tables.length > 0 ? tables : own;
  return [
    ...shown.map((table) => entryOf({ databaseId: databaseId ?? "" }, table)),
    ...bases
      .filter(({ id }) => id !== databaseId)
      .flatMap(({ id, name, tables }) =>
        tables.map((table) => ({
          ...entryOf({ databaseId: id }, table),
          detail: name,
          isHidden: databaseId !== null,
        })),
      ),
  ];
}
