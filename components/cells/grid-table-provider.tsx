"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { creationOf, foundRecordsQuery, tableQuery, useRecordNames } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import { uploadsOf } from "./editors/cell-uploads";
import { type EditorSource, EditorSourceProvider } from "./editors/editor-source";
import { type GridTable, TableContext } from "./table-context";

interface GridTableProviderProps {
  readonly value: GridTable;
  readonly children: ReactNode;
}

/** Provides the open table to its cells, and its API to their editors. */
export function GridTableProvider({ value, children }: GridTableProviderProps) {
  const { databaseId, table } = value;
  const queryClient = useQueryClient();
  const source = useMemo(
    () => sourceIn({ databaseId, tableId: table.id }, queryClient),
    [databaseId, table.id, queryClient],
  );
  return (
    <TableContext.Provider value={value}>
      <EditorSourceProvider value={source}>{children}</EditorSourceProvider>
    </TableContext.Provider>
  );
}

function sourceIn(place: { databaseId: string; tableId: string }, queryClient: QueryClient): EditorSource {
  const linked = ({ template }: Field) => ({
    databaseId: place.databaseId,
    tableId: (template as { tableId: string }).tableId,
  });
  return {
    uploadsOf: (cell) => uploadsOf({ ...place, ...cell }, queryClient),
    choicesQuery: (field, search) => foundRecordsQuery(queryClient, linked(field), search),
    useCreation: (field) => {
      const { data: table } = useQuery(tableQuery(linked(field)));
      return (name) => table && creationOf(queryClient, linked(field), { table, name });
    },
    useNames: (field, ids) => useRecordNames(linked(field), ids),
  };
}
