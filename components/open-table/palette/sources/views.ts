import { PanelTop } from "lucide-react";
import type { Table } from "@/lib/contract/tables";
import { tablePath } from "../../known-tables";
import type { PaletteEntry } from "../entry";
import { viewEntryId } from "../entry-ids";
import type { PaletteSource } from "./source";

/** The views of the open table, and those of the other tables of its database with the name of their table. */
export const viewEntries: PaletteSource = ({ databaseId, open, bases = [], go }) => {
  if (databaseId === null) return [];
  const viewsOf = (table: Table): PaletteEntry[] =>
    table.views.map(({ id, name }) => ({
      id: viewEntryId({ databaseId, tableId: table.id, viewId: id }),
      kind: "Views",
      label: name,
      icon: PanelTop,
      open: () => go(`${tablePath(databaseId, table)}/${id}`),
    }));
  const others = bases.find(({ id }) => id === databaseId)?.tables.filter(({ id }) => id !== open?.table.id);
  return [
    // A single view is always open.
    ...(open ? viewsOf(open.table).map((entry, _, all) => ({ ...entry, isHidden: all.length === 1 })) : []),
    ...(others ?? []).flatMap((table) =>
      viewsOf(table).map((entry) => ({ ...entry, detail: table.name, isHidden: true })),
    ),
  ];
};
