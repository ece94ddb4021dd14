import { exampleWorld, type World, worldOf } from "../../lib/api/example";
import type { Operation } from "../../lib/api/operation";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { ApiClient, Request } from "../api-client";
import { everyType, fullRecord } from "./fixtures";

/** What calls are about: one of each kind. */
export interface Things {
  readonly base: Base;
  readonly record: Record;
  /** What the placeholders of addresses stand for; of a kind that is not among them, there is none. */
  readonly ids: { readonly [placeholder: string]: string };
}

/** Makes a database with a table of every type and a record, and a key for it; all of them go by `name`. */
export async function makeThings(owner: ApiClient, name: string): Promise<Things> {
  const table = { ...everyType, name: `${name} table` };
  const { body: base } = await owner.post<Base>("/bases", { name: `${name} database`, tables: [table] });
  const [made] = base.tables;
  const { body: record } = await owner.post<Record>(`/bases/${base.id}/tables/${made?.id}/records`, {
    record: { ...fullRecord, Name: `${name} record` },
  });
  const { body: key } = await owner.post("/keys", {
    name: `${name} key`,
    scopes: ["read"],
    databases: [base.id],
  });
  return { base, record, ids: { ...idsOf({ base, record }), keyId: key.id } };
}

/** What nobody ever made: an id of each form. */
export const missing: Things["ids"] = {
  databaseId: "0123456789abcdef",
  tableId: "t1111111111",
  fieldId: "f1111111111",
  viewId: "v1111111111",
  recordId: "01234567-89ab-7def-8123-456789abcdef",
  keyId: "01234567-89ab-7def-8123-456789abcdef",
};

/** The names of the placeholders in an operation's address. */
export function placeholdersOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Which ids of these kinds its example names in the body. */
export function namedInBody({ example }: Operation): string[] {
  const world = exampleWorld("http://localhost");
  const text = JSON.stringify(example?.(world).body ?? null);
  return Object.entries(idsOf(world)).flatMap(([place, id]) => (text.includes(id) ? [place] : []));
}

export type ExampleCall = [path: string, request: Request];

/** An operation's example as a call, about these things. */
export function exampleCall(operation: Operation, { base, record, ids }: Things): ExampleCall {
  const { method, path, uploads } = operation;
  const [table] = base.tables;
  if (!table) throw new Error("there is no table to call about");
  const world = worldOf(base, table);
  const about = { ...world, record, row: { ...world.row, recordId: record.id } };
  const { body, query = {} } = operation.example?.(about) ?? {};
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, textOf(value)]));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "none");
  const file = { raw: "text", headers: { "Content-Type": "text/plain" } };
  return [search.size === 0 ? place : `${place}?${search}`, { method, ...(uploads ? file : { body }) }];
}

function idsOf({ base, record }: Pick<World, "base" | "record">): Things["ids"] {
  const [table] = base.tables;
  return {
    databaseId: base.id,
    tableId: table?.id ?? "",
    fieldId: table?.fields.at(-1)?.id ?? "",
    viewId: table?.views[0]?.id ?? "",
    recordId: record.id,
  };
}

/** A query's value as it travels. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
