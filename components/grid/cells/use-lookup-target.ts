import { useQuery } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import type { GridColumn } from "../columns";
import { lookedUpColumn, lookedUpTable } from "../lookup-source";
import { useGridTable } from "../table-context";

/** The column as if it were of the field that a lookup takes its values from; undefined until that is known. */
export function useLookupTarget(column: GridColumn): GridColumn | undefined {
  const { databaseId, table } = useGridTable();
  const tableId = lookedUpTable(column, table);
  const { data } = useQuery({
    ...tableQuery({ databaseId, tableId: tableId ?? "" }),
    enabled: tableId !== undefined,
  });
  return data && lookedUpColumn(column, data);
}
