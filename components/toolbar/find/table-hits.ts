import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type NamedRecord, nameOf, tableQuery } from "@/components/listing/record-names";
import { retryPolicy } from "@/components/listing/record-queries";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";

/** The records of a table that contain a text. */
export interface TableHits {
  readonly total: number;
  /** The first of them. */
  readonly records: readonly NamedRecord[];
}

const shownOfTable = 3;

/** Searches all values of a table. */
export function tableHitsQuery(queryClient: QueryClient, place: TablePlace, search: string) {
  return queryOptions<TableHits>({
    queryKey: ["table-hits", place.databaseId, place.tableId, search],
    queryFn: async ({ signal }) => {
      const table = await queryClient.fetchQuery(tableQuery(place));
      const { records, total } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
        params: { ...place },
        body: { search, limit: shownOfTable, total: true, fields: [table.primaryFieldId] },
        signal,
      });
      return {
        total: total ?? records.length,
        records: records.map((record) => ({ id: record.id, name: nameOf(record, table) })),
      };
    },
    ...retryPolicy,
    staleTime: 5_000,
  });
}
