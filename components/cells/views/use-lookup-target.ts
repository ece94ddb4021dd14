import { useQueries, useQueryClient } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import { useMay } from "@/components/rights/rights";
import type { GridColumn } from "../columns";
import { sourceOf } from "../lookup-source";
import { useGridTable } from "../table-context";

/**
 * Resolves the field that a lookup takes its values from, through any number of lookups. Undefined until it is loaded,
 * and if a link on the way is gone.
 */
export function useLookupTarget(column: GridColumn): GridColumn | undefined {
  const { databaseId, table } = useGridTable();
  const queryClient = useQueryClient();
  const passed = new Set<string>();
  const source = sourceOf(column, table, (tableId) => {
    passed.add(tableId);
    return queryClient.getQueryData(tableQuery({ databaseId, tableId }).queryKey);
  });
  // Loads tables one after another, because each table names the next.
  const mayRead = useMay("read");
  useQueries({
    queries: [...passed].map((tableId) => ({ ...tableQuery({ databaseId, tableId }), enabled: mayRead })),
  });
  return "column" in source && source.column.fieldType.storage !== "lookup" ? source.column : undefined;
}
