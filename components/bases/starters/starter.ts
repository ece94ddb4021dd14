import type * as z from "zod";
import type { api } from "@/lib/client/api";
import { limits } from "@/lib/contract/limits";
import type { WrittenValues } from "@/lib/contract/records";
import type { viewCreate } from "@/lib/contract/views";

/** The contents of a new database. */
export interface Starter {
  readonly name: string;
  /** A table may link only to later tables. */
  readonly tables: readonly StarterTable[];
}

export interface StarterTable {
  readonly name: string;
  /** The first field is the primary one. Link fields name their table. */
  readonly fields: { name: string; type: string; template?: { [key: string]: unknown } }[];
  /** Values of link fields name the linked records. */
  readonly records: readonly WrittenValues[];
  /** Views in addition to the default one. Their configs name fields. */
  readonly views?: readonly z.input<typeof viewCreate>[];
}

/** Counts of records; `path` is the page of the first table, once created. */
export interface StarterProgress {
  readonly loaded: number;
  readonly total: number;
  readonly path?: string;
}

interface LoadOptions {
  /** The API client. */
  call: typeof api;
  onProgress: (progress: StarterProgress) => void;
  /** Stops the load between two calls, so that the last progress is exact. */
  signal: AbortSignal;
}

/** Creates the database through the public API. Resolves to the path of its first table. */
export async function loadStarter(
  { name, tables }: Starter,
  { call, onProgress, signal }: LoadOptions,
): Promise<string> {
  const base = await call("POST /bases", {
    body: { name, tables: tables.map((table) => ({ name: table.name, fields: table.fields })) },
  });
  const idOf = (table: string) => base.tables.find((each) => each.name === table)?.id ?? "";
  const path = `/database/${base.id}/${idOf(tables[0]?.name ?? "")}`;
  const total = tables.reduce((sum, { records }) => sum + records.length, 0);
  const ids = new Map<string, ReadonlyMap<unknown, string>>();
  let loaded = 0;
  onProgress({ loaded, total, path });
  // Linked records need ids before records can link to them.
  for (const table of tables.toReversed()) {
    const params = { databaseId: base.id, tableId: idOf(table.name) };
    const idsByName = new Map<unknown, string>();
    for (let from = 0; from < table.records.length; from += limits.recordsPerCall) {
      signal.throwIfAborted();
      const part = table.records.slice(from, from + limits.recordsPerCall);
      const { records } = await call("POST /bases/{databaseId}/tables/{tableId}/records/bulk", {
        params,
        body: { records: part.map((record) => withLinks(record, table, ids)) },
      });
      for (const [at, { id }] of records.entries()) {
        idsByName.set(part[at]?.[table.fields[0]?.name ?? ""], id);
      }
      loaded += part.length;
      onProgress({ loaded, total, path });
    }
    ids.set(table.name, idsByName);
    for (const view of table.views ?? []) {
      signal.throwIfAborted();
      await call("POST /bases/{databaseId}/tables/{tableId}/views", { params, body: view });
    }
  }
  return path;
}

/** Replaces the names of linked records by their ids. */
function withLinks(
  record: WrittenValues,
  { fields }: StarterTable,
  ids: ReadonlyMap<string, ReadonlyMap<unknown, string>>,
): WrittenValues {
  const links = fields.flatMap(({ name, type, template }) => {
    const names = record[name];
    if (type !== "linked_record" || !Array.isArray(names)) return [];
    return [[name, names.map((each) => ids.get(String(template?.tableId))?.get(each))]];
  });
  return { ...record, ...Object.fromEntries(links) };
}

/** The local date a number of days from now, as `YYYY-MM-DD`. */
export function inDays(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** The template of a select field. */
export function options(...labels: string[]): { options: { label: string }[] } {
  return { options: labels.map((label) => ({ label })) };
}

/** The template of a link field, for one or several records. */
export function linkTo(tableId: string, many: "one" | "many" = "one") {
  return { tableId, allowMultiple: many === "many" };
}
