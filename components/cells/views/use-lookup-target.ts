import { useQueries, useQueryClient } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import type { GridColumn } from "../columns";
import { sourceOf } from "../lookup-source";
import { useGridTable } from "../table-context";

/**
 * The column as if it were of the field that a lookup takes its values from, through however many lookups; undefined
 * until that is known, and where a link on the way is gone.
 */
export function useLookupTarget(column: GridColumn): GridColumn | undefined {
  const { databaseId, table } = useGridTable();
  const queryClient = useQueryClient();
  const passed = new Set<string>();
  const source = sourceOf(column, table, (tableId) => {
    passed.add(tableId);
    return queryClient.getQueryData(tableQuery({ databaseId, tableId }).queryKey);
  });
  // One after the other: what a table has tells which is the next.
  useQueries({ queries: [...passed].map((tableId) => tableQuery({ databaseId, tableId })) });
  return "column" in source && source.column.fieldType.storage !== "lookup" ? source.column : undefined;
}
