import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { type Filter, filterKindOf, operatorsOf } from "@/lib/contract/filters";
import { limits } from "@/lib/contract/limits";
import type { RecordListRequest } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { RuledTable, Table } from "@/lib/contract/tables";
import { fieldType, fieldTypeOf, typingOf } from "@/lib/field-types";
import { collect } from "./collect";
import { fillPage } from "./fill-page";
import { isBlank } from "./is-blank";
import { retryPolicy } from "./record-queries";
import { type RecordSource, readTable } from "./record-source";

/** A record as links show it: its id and the text of its primary field. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** Loads the names of records of a table, each undefined until it is loaded. Batches them into few requests. */
export function useRecordNames(place: TablePlace, ids: readonly string[]): readonly (string | undefined)[] {
  const queryClient = useQueryClient();
  return useQueries({
    queries: ids.map((id) => nameQuery(queryClient, place, id)),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** Loads a table with its fields, for tables other than the open one. */
export function tableQuery(source: RecordSource) {
  return queryOptions<RuledTable>({
    queryKey: ["table", source.databaseId, source.tableId],
    queryFn: ({ signal }) => readTable(source, signal),
    ...retryPolicy,
  });
}

/** Searches the records of a table by name and caches the names, so that cells need not load them. */
export function foundRecordsQuery(queryClient: QueryClient, place: TablePlace, search: string) {
  return queryOptions<readonly NamedRecord[]>({
    queryKey: ["found-records", place.databaseId, place.tableId, search],
    queryFn: async ({ signal }) => {
      const table = await queryClient.fetchQuery(tableQuery(place));
      const found = search === "" ? {} : namesWith(search, table);
      const { records } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
        params: { ...place },
        body: { limit: 20, total: false, fields: [table.primaryFieldId], ...found },
        signal,
      });
      const named = records.map((record) => ({ id: record.id, name: nameOf(record, table) }));
      for (const { id, name } of named) {
        queryClient.setQueryData(nameQuery(queryClient, place, id).queryKey, name);
      }
      return named;
    },
    ...retryPolicy,
    staleTime: 5_000,
  });
}

/**
 * Limits a list to names that contain a text. Names that are numbers or dates have no such operator, so the search of
 * whole records has to do.
 */
function namesWith(
  text: string,
  { fields, primaryFieldId }: Table,
): Pick<RecordListRequest, "filter" | "search"> {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  const operators = primary ? operatorsOf[filterKindOf(fieldTypeOf(primary))] : [];
  if (!operators.includes("contains")) return { search: text };
  return { filter: { field: primaryFieldId, contains: text } };
}

/** The names of records if all of them are cached, otherwise undefined. */
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

/** Loads the names of any number of records. */
export async function readNames(
  queryClient: QueryClient,
  place: TablePlace,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    signal.throwIfAborted();
    const found = await fetchNames(queryClient, place, ids.slice(from, from + maxAtOnce));
    for (const [id, name] of found) names.set(id, name);
  }
  return names;
}

/** Finds the ids of records by name. Of several records with the same name, takes the one created first. */
export async function findByNames(
  queryClient: QueryClient,
  place: TablePlace,
  { names, signal }: { readonly names: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const table = await queryClient.fetchQuery(tableQuery(place));
  const primary = table.fields.find(({ id }) => id === table.primaryFieldId);
  const ids = new Map<string, string>();
  if (!primary) return ids;
  // Names are display texts, so they are parsed back to values of the primary field.
  const { fromText } = typingOf(fieldType(primary.type));
  const named = names.flatMap((name) => {
    const value = fromText(name, primary.template);
    return value === undefined ? [] : [{ name, value }];
  });
  for (let from = 0; from < named.length; from += maxAtOnce) {
    const asked = named.slice(from, from + maxAtOnce);
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

/** The text of a record's primary field; empty if the cell is. */
export function nameOf(
  { data }: Record,
  { primaryFieldId, fields }: Pick<Table, "primaryFieldId" | "fields">,
): string {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  const value = data[primaryFieldId];
  return !primary || isBlank(value) ? "" : fieldType(primary.type).display(value, primary.template);
}

/** The text shown for a record without a name. */
export const unnamed = "Unnamed record";

/** Loads the name of a record, together with others wanted at the same time. Empty if the record is gone. */
export function nameQuery(queryClient: QueryClient, place: TablePlace, recordId: string) {
  return queryOptions<string>({
    queryKey: ["record-name", place.databaseId, place.tableId, recordId],
    queryFn: async () => (await collectorOf(queryClient, place)(recordId)) ?? "",
    ...retryPolicy,
    // Short, because there may be very many names, and each is loaded again with its page.
    gcTime: 60_000,
  });
}

/** The maximum number of names per request. */
const maxAtOnce = 500;

type Collector = (recordId: string) => Promise<string | undefined>;

const collectors = new WeakMap<QueryClient, Map<string, Collector>>();

/** One collector per table, so that all cells of one render share a request. */
function collectorOf(queryClient: QueryClient, place: TablePlace): Collector {
  const ofClient = collectors.get(queryClient) ?? new Map<string, Collector>();
  collectors.set(queryClient, ofClient);
  const key = `${place.databaseId}/${place.tableId}`;
  const known = ofClient.get(key);
  if (known) return known;
  const collector = collect<string, string>({
    fetch: (ids) => fetchNames(queryClient, place, ids),
    later: (act) => setTimeout(act, 10),
    max: maxAtOnce,
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
