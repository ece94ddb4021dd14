"use client";

import { createContext, useContext } from "react";
import type { Table } from "@/lib/contract/tables";

/** The table in the grid, for the few cells and editors that need more than their own value. */
export interface GridTable {
  readonly databaseId: string;
  readonly table: Table;
}

export const TableContext = createContext<GridTable | null>(null);

export function useGridTable(): GridTable {
  const found = useContext(TableContext);
  if (!found) throw new Error("useGridTable requires a GridTableProvider");
  return found;
}
