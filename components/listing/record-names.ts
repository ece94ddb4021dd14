import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { Filter } from "@/lib/contract/filters";
import { limits } from "@/lib/contract/limits";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { fieldType, typingOf } from "@/lib/field-types";
import { collect } from "./collect";
import { fillPage } from "./fill-page";
import { isBlank } from "./is-blank";
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

/** The names of records, where all of them are at hand. */
export function knownNames(
  queryClient: QueryClient,
  place: TablePlace,
  ids: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const names = new Map<string, string>();
  for (const id of ids) {
    const name = queryClient.getQueryData(nameQuery(queryClient, place, id).queryKey);
    if (name === undefined) return undefined;
    names.set(id, name);
  }
  return names;
}

/** The names of records, however many. */
export async function readNames(
  queryClient: QueryClient,
  place: TablePlace,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    signal.throwIfAborted();
    const found = await fetchNames(queryClient, place, ids.slice(from, from + mostAtOnce));
    for (const [id, name] of found) names.set(id, name);
  }
  return names;
}

/** The ids of the records that are called so; of several with one name, the first that was made. */
export async function findByNames(
  queryClient: QueryClient,
  place: TablePlace,
  { names, signal }: { readonly names: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const table = await queryClient.fetchQuery(tableQuery(place));
  const primary = table.fields.find(({ id }) => id === table.primaryFieldId);
  const ids = new Map<string, string>();
  if (!primary) return ids;
  // A name is what is shown of the field.
  const { fromText } = typingOf(fieldType(primary.type));
  const named = names.flatMap((name) => {
    const value = fromText(name, primary.template);
    return value === undefined ? [] : [{ name, value }];
  });
  for (let from = 0; from < named.length; from += mostAtOnce) {
    const asked = named.slice(from, from + mostAtOnce);
    const { records } = await fillPage(
      (body) =>
        api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
          params: { ...place },
          body,
          signal,
        }),
      {
        limit: limits.recordsPerCall,
        total: false,
        filter: { field: primary.id, in: asked.map(({ value }) => value) } as Filter,
        fields: [primary.id],
      },
    );
    const firsts = new Map(
      records.toReversed().map(({ id, data }) => [JSON.stringify(data[primary.id]), id]),
    );
    for (const { name, value } of asked) {
      const id = firsts.get(JSON.stringify(value));
      if (id !== undefined) ids.set(name, id);
    }
  }
  return ids;
}

/** What a record is called by the field that names each; empty where that cell is. */
export function nameOf(
  { data }: Record,
  { primaryFieldId, fields }: Pick<Table, "primaryFieldId" | "fields">,
): string {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  const value = data[primaryFieldId];
  return !primary || isBlank(value) ? "" : fieldType(primary.type).display(value, primary.template);
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

/** As many names as one request asks for. */
const mostAtOnce = 500;

type Collector = (recordId: string) => Promise<string | undefined>;

const collectors = new WeakMap<QueryClient, Map<string, Collector>>();

/** One a table: what its cells ask for in one drawing is one request. */
function collectorOf(queryClient: QueryClient, place: TablePlace): Collector {
  const ofClient = collectors.get(queryClient) ?? new Map<string, Collector>();
  collectors.set(queryClient, ofClient);
  const key = `${place.databaseId}/${place.tableId}`;
  const known = ofClient.get(key);
  if (known) return known;
  const collector = collect<string, string>({
    fetch: (ids) => fetchNames(queryClient, place, ids),
    later: (act) => setTimeout(act, 10),
    most: mostAtOnce,
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
  const { records } = await fillPage(
    (body) => api("POST /bases/{databaseId}/tables/{tableId}/records/list", { params: { ...place }, body }),
    { limit: ids.length, total: false, recordIds: [...ids], fields: [table.primaryFieldId] },
  );
  return new Map(records.map((record) => [record.id, nameOf(record, table)]));
}
