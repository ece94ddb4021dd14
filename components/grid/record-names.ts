import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { fieldType } from "@/lib/field-types";
import { collect } from "./collect";
import { isEmpty } from "./read-draft";
import { patiently } from "./record-queries";

/** A record as others point to it: by its id, and for people by what its primary field says. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** The names of records of a table, each undefined until it is there. However many: a few requests. */
export function useRecordNames(place: TablePlace, ids: readonly string[]): readonly (string | undefined)[] {
  const queryClient = useQueryClient();
  return useQueries({
    queries: ids.map((id) => nameQuery(queryClient, place, id)),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** A table with its fields, other than the one that is looked at. */
export function tableQuery(place: TablePlace) {
  return queryOptions<Table>({
    queryKey: ["table", place.databaseId, place.tableId],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/tables/{tableId}", { params: { ...place }, signal }),
    ...patiently,
  });
}

/** Records of a table that a text is found in, with their names, which cells then need not ask for. */
export function foundRecordsQuery(queryClient: QueryClient, place: TablePlace, search: string) {
  return queryOptions<readonly NamedRecord[]>({
    queryKey: ["found-records", place.databaseId, place.tableId, search],
    queryFn: async ({ signal }) => {
      const { primaryFieldId, ...table } = await queryClient.fetchQuery(tableQuery(place));
      const { records } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
        params: { ...place },
        body: { limit: 20, total: false, fields: [primaryFieldId], ...(search !== "" && { search }) },
        signal,
      });
      const named = records.map((record) => ({
        id: record.id,
        name: nameOf(record, { ...table, primaryFieldId }),
      }));
      for (const { id, name } of named) {
        queryClient.setQueryData(nameQuery(queryClient, place, id).queryKey, name);
      }
      return named;
    },
    ...patiently,
    staleTime: 5_000,
  });
}

/** What a record is called by the field that names each; empty where that cell is. */
export function nameOf(
  { data }: Record,
  { primaryFieldId, fields }: Pick<Table, "primaryFieldId" | "fields">,
): string {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  const value = data[primaryFieldId];
  return !primary || isEmpty(value) ? "" : fieldType(primary.type).display(value, primary.template);
}

/** A record without a name, in words. */
export const unnamed = "Unnamed record";

function nameQuery(queryClient: QueryClient, place: TablePlace, recordId: string) {
  return queryOptions<string>({
    queryKey: ["record-name", place.databaseId, place.tableId, recordId],
    queryFn: async () => (await collectorOf(queryClient, place)(recordId)) ?? "",
    ...patiently,
    // There may be very many, and each is asked for again with its whole page.
    gcTime: 60_000,
  });
}

type Collector = (recordId: string) => Promise<string | undefined>;

const collectors = new WeakMap<QueryClient, Map<string, Collector>>();

/** One a table: what its cells ask for in one drawing is one request. */
function collectorOf(queryClient: QueryClient, place: TablePlace): Collector {
  const ofClient = collectors.get(queryClient) ?? new Map<string, Collector>();
  collectors.set(queryClient, ofClient);
  const key = `${place.databaseId}/${place.tableId}`;
  const known = ofClient.get(key);
  if (known) return known;
  const collector = collect<string>({
    fetch: (ids) => fetchNames(queryClient, place, ids),
    later: (act) => setTimeout(act, 10),
    most: 500,
  });
  ofClient.set(key, collector);
  return collector;
}

async function fetchNames(
  queryClient: QueryClient,
  place: TablePlace,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const table = await queryClient.fetchQuery(tableQuery(place));
  const { records } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
    params: { ...place },
    body: {
      limit: ids.length,
      total: false,
      filter: { field: "id", in: [...ids] },
      fields: [table.primaryFieldId],
    },
  });
  return new Map(records.map((record) => [record.id, nameOf(record, table)]));
}
