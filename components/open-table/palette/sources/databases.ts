import { Database } from "lucide-react";
import { tablePath } from "../../known-tables";
import type { PaletteSource } from "./source";

/** All databases. The open one leads to its table used last. */
export const databaseEntries: PaletteSource = ({ databaseId, bases = [], go }) =>
  bases.map(({ id, name }) => ({
    id: `database:${id}`,
    kind: "Databases",
    label: name,
    ...(id === databaseId && { detail: "open" }),
    icon: Database,
    isHidden: databaseId !== null,
    open: () => go(tablePath(id, undefined)),
  }));
