import { Database } from "lucide-react";
import { tablePath } from "../../known-tables";
import type { PaletteSource } from "./source";

/** All databases but the open one. */
export const databaseEntries: PaletteSource = ({ databaseId, bases = [], go }) =>
  bases
    .filter(({ id }) => id !== databaseId)
    .map(({ id, name }) => ({
      id: `database:${id}`,
      kind: "Databases",
      label: name,
      icon: Database,
      isHidden: databaseId !== null,
      open: () => go(tablePath(id, undefined)),
    }));
