import { Database } from "lucide-react";
import { tablePath } from "../../known-tables";
import { openFirst } from "../open-first";
import type { PaletteSource } from "./source";

/** All databases. The open one, first among those of its name, leads to its table used last. */
export const databaseEntries: PaletteSource = ({ databaseId, bases = [], go }) =>
  openFirst(bases, databaseId).map(({ id, name }) => ({
    id: `database:${id}`,
    kind: "Databases",
    label: name,
    ...(id === databaseId && { detail: "open" }),
    icon: Database,
    isHidden: databaseId !== null,
    open: () => go(tablePath(id, undefined)),
  }));
