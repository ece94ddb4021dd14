import { expect } from "playwright/test";
import { exampleWorld, type World, worldOf } from "../../lib/api/example";
import type { Operation } from "../../lib/api/operation";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { Role } from "../../lib/contract/roles";
import type { Delivery, DeliveryPage } from "../../lib/contract/webhooks";
import type { ApiClient, Request } from "../api-client";
import { accept, invite } from "../people";
import { everyType, fullRecord } from "./fixtures";

/** One thing of each kind, for calls to refer to. */
export interface Things {
  readonly base: Base;
  readonly record: Record;
  /** Ids by the names of path parameters. */
  readonly ids: { readonly [placeholder: string]: string };
}

/** Creates a database, a table with a field of every type, a record, a key, a shared link, a webhook with a delivery and an invitation, all called `name`. */
export async function makeThings(owner: ApiClient, name: string): Promise<Things> {
  const table = { ...everyType, name: `${name} table` };
  const { body: base } = await owner.post<Base>("/bases", { name: `${name} database`, tables: [table] });
  const [made] = base.tables;
  // Nobody receives its event, so that it is tried again.
  const { body: webhook } = await owner.post(`/bases/${base.id}/webhooks`, {
    url: "https://name.invalid/hooks",
    events: ["record.created"],
  });
  const { body: record } = await owner.post<Record>(`/bases/${base.id}/tables/${made?.id}/records`, {
    record: { ...fullRecord, Name: `${name} record` },
  });
  const { body: key } = await owner.post("/keys", {
    name: `${name} key`,
    scopes: ["read"],
    databases: [base.id],
  });
  const { body: file } = await owner.call(`/bases/${base.id}/imports?filename=people.csv`, {
    method: "POST",
    raw: "Name\nAda\n",
    headers: { "Content-Type": "text/csv" },
  });
  const { body: invitation } = await owner.post("/invitations", {
    email: `${name.toLowerCase().replaceAll(" ", "-")}-invited@example.com`,
    role: "guest",
  });
  const { body: share } = await owner.post(`/bases/${base.id}/shares`, { viewId: made?.views[0]?.id });
  const ids = { keyId: key.id, importId: file.id, invitationId: invitation.id, shareId: share.id };
  const delivery = await deliveryOf(owner, `/bases/${base.id}/webhooks/${webhook.id}`);
  return {
    base,
    record,
    ids: { ...idsOf({ base, record }), ...ids, webhookId: String(webhook.id), deliveryId: delivery.id },
  };
}

/** The only delivery of a webhook, which is switched off then. */
async function deliveryOf(owner: ApiClient, webhook: string): Promise<Delivery> {
  const deliveries = async () => (await owner.get<DeliveryPage>(`${webhook}/deliveries`)).body.deliveries;
  await expect.poll(deliveries, { intervals: [50] }).toHaveLength(1);
  await owner.patch(webhook, { active: false });
  const [delivery] = await deliveries();
  return delivery as Delivery;
}

/** Ids that answers about other things never contain. Numbers of webhooks are so short that they occur anywhere. */
export function tellingIds({ ids: { webhookId: _, ...ids } }: Things): string[] {
  return Object.values(ids);
}

/** Adds a person with a role in the database. Separate, as hashing a password takes a while. */
export async function withPerson(owner: ApiClient, things: Things, role: Role = "viewer"): Promise<Things> {
  const databases = [{ databaseId: things.base.id, role }];
  const { person } = await accept(owner, await invite(owner, { databases }));
  return { ...things, ids: { ...things.ids, personId: person.id } };
}

/** Ids of each form that do not exist. */
export const missing: Things["ids"] = {
  databaseId: "0123456789abcdef",
  tableId: "t1111111111",
  fieldId: "f1111111111",
  viewId: "v1111111111",
  recordId: "01234567-89ab-7def-8123-456789abcdef",
  keyId: "01234567-89ab-7def-8123-456789abcdef",
  importId: "01234567-89ab-7def-8123-456789abcdef",
  invitationId: "01234567-89ab-7def-8123-456789abcdef",
  personId: "01234567-89ab-7def-8123-456789abcdef",
  shareId: "01234567-89ab-7def-8123-456789abcdef",
  webhookId: "999999999",
  deliveryId: "evt_01234567-89ab-5def-8123-456789abcdef",
};

/** The path parameters of an operation. */
export function placeholdersOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The kinds of ids in the body of an operation's example. */
export function namedInBody({ example }: Operation): string[] {
  const world = exampleWorld("http://localhost");
  const text = JSON.stringify(example?.(world).body ?? null);
  return Object.entries(idsOf(world)).flatMap(([place, id]) => (text.includes(id) ? [place] : []));
}

export type ExampleCall = [path: string, request: Request];

/** Makes a call from an operation's example, with the ids of these things. */
export function exampleCall(operation: Operation, { base, record, ids }: Things): ExampleCall {
  const { method, path, uploads } = operation;
  const [table] = base.tables;
  if (!table) throw new Error("The database has no table");
  const world = worldOf(base, table);
  const about = { ...world, record, row: { ...world.row, recordId: record.id } };
  const { body, query = {} } = operation.example?.(about) ?? {};
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, textOf(value)]));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "none");
  const [type = "*/*"] = Object.keys(uploads ?? {}).filter((each) => each !== "multipart/form-data");
  const file = { raw: "Name\nAda\n", headers: { "Content-Type": type === "*/*" ? "text/plain" : type } };
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

/** Serializes a query parameter. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
