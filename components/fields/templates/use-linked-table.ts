import { useQuery } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import type { Table } from "@/lib/contract/tables";

/** The table that a link field of the open table leads to, once it is loaded. */
export function useLinkedTable(linkFieldId: unknown): Table | undefined {
  const { databaseId, table } = useOpenTable();
  const link = table.fields.find(({ id }) => id === linkFieldId);
  const tableId = String(link?.template.tableId ?? "");
  return useQuery({ ...tableQuery({ databaseId, tableId }), enabled: tableId !== "" }).data;
}
