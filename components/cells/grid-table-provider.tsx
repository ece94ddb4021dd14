"use client";

import type { ReactNode } from "react";
import { EditorSourceProvider } from "./editors/editor-source";
import { type GridTable, TableContext } from "./table-context";
import { useTableSource } from "./table-source";

interface GridTableProviderProps {
  readonly value: GridTable;
  readonly children: ReactNode;
}

/** Provides the open table to its cells, and its API to their editors. */
export function GridTableProvider({ value, children }: GridTableProviderProps) {
  const { databaseId, table } = value;
  const source = useTableSource({ databaseId, tableId: table.id });
  return (
    <TableContext.Provider value={value}>
      <EditorSourceProvider value={source}>{children}</EditorSourceProvider>
    </TableContext.Provider>
  );
}
