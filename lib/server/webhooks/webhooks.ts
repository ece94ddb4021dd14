import { ApiError, badRequest, conflict, type ErrorDetail } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { limits } from "../../contract/limits";
import type { BasePlace, TablePlace, WebhookPlace } from "../../contract/places";
import type { ShownWebhook, Webhook, WebhookCreate, WebhookUpdate } from "../../contract/webhooks";
import { quote } from "../../field-types/text";
import { listedNames, nearestFirst } from "../../formulas/nearest";
import { record, subjectOf as subjectOfEvent } from "../access/audit";
import type { Actor } from "../access/author";
import { holdRights } from "../access/current-rights";
import { requireMay } from "../access/may";
import type { CallerRights } from "../access/rights";
import { Prisma } from "../db";
import { refusalOfHost } from "../http/outgoing";
import { readFilter } from "../lists/filter-sql";
import { subjectOf } from "../lists/subjects";
import { change } from "../log/changes";
import { lastSettled } from "../log/history";
import { afterAll } from "../log/log-place";
import { byRef } from "../structure/by-ref";
import { problemsOf } from "../structure/problems-of";
import { withSchema } from "../structure/schemas";
import { requireBase, siblingsIn } from "../structure/structure";
import { readConfig } from "../structure/view-config";
import { seesEvents } from "./sees-events";
import { wakeWebhooks } from "./wake";
import {
  changeWebhook,
  listOrAll,
  mintWebhookSecret,
  presentWebhook,
  removeWebhook,
  restarted,
  secretText,
  storeWebhook,
  type WebhookRow,
  webhookAt,
  webhooksOf,
} from "./webhook-rows";

/** Lists the webhooks of a database, oldest first. */
export async function listWebhooks({ databaseId }: BasePlace): Promise<Webhook[]> {
  await requireBase({ databaseId });
  return (await webhooksOf(databaseId)).map(presentWebhook);
}

export async function getWebhook(place: WebhookPlace): Promise<Webhook> {
  return presentWebhook(await webhookAt(place));
}

/**
 * Creates a webhook, which reports what is stored from now on. Its secret is in the answer alone. Events of a webhook of
 * somebody who may not read have ids alone.
 */
export async function createWebhook(
  actor: Actor,
  place: BasePlace,
  { tableId, source: _, baseId: __, ...given }: WebhookCreate,
): Promise<ShownWebhook> {
  const { databaseId } = place;
  const tableIds = tableId === undefined ? (given.tableIds ?? null) : [tableId];
  const aims = await readAims(place, { ...given, tableIds }, tableId === undefined ? "tableIds" : "tableId");
  return changeWebhooks(actor, place, async ({ scopes }) => {
    const mayRead = scopes.includes("read");
    if (given.filter && !mayRead) throw blindFilter();
    await requireBase(place);
    const max = limits.webhooksPerDatabase;
    if ((await webhooksOf(databaseId)).length >= max) {
      throw conflict("url", `cannot be added: this database has ${max} webhooks already. Delete one first`);
    }
    const secret = mintWebhookSecret();
    const row = await storeWebhook({
      ...given,
      ...aims,
      ...{ sources: given.sources ?? [], baseId: databaseId, createdById: actor.person.id, secret },
      ...{ includeRecords: given.includeRecords && mayRead, mayRead },
      xid: BigInt(await lastSettled()),
      number: BigInt(afterAll),
    });
    wakeWebhooks();
    await record("webhook-created", { databaseId, subject: subjectOfWebhook(row) });
    return { ...presentWebhook(row), secret: secretText(secret) };
  });
}

/** Changes the settings of a webhook. Switched on again, it continues where it stopped. */
export async function updateWebhook(
  actor: Actor,
  place: WebhookPlace,
  given: WebhookUpdate,
): Promise<Webhook> {
  const changed = Object.keys(given);
  const before = await webhookAt(place);
  if (changed.length === 0) return presentWebhook(before);
  // A webhook whose table or field is gone can still be renamed and switched off.
  const isAimed = given.active || changed.some((key) => key === "url" || key in aimsOf(before));
  const aims = isAimed ? await readAims(place, { ...aimsOf(before), ...given }) : {};
  const { tableIds: _, fieldIds: __, filter: ___, sources, ...settings } = given;
  return changeWebhooks(actor, place, async (rights) => {
    const current = await webhookAt(place);
    if (given.filter && !rights.scopes.includes("read")) throw blindFilter();
    const isMoved = given.url !== undefined && given.url !== current.url;
    if (isMoved && !(await seesEvents(rights, current))) throw otherAddress();
    const row = await changeWebhook(current, {
      ...settings,
      ...aims,
      ...(sources !== undefined && { sources: sources ?? [] }),
      ...(given.active && !current.active && restarted),
      ...(given.url !== undefined && { nextAttemptAt: null }),
      ...(given.includeRecords && { includeRecords: current.mayRead }),
    });
    wakeWebhooks();
    const { databaseId } = place;
    await record("webhook-changed", { databaseId, subject: subjectOfWebhook(row), details: { changed } });
    return presentWebhook(row);
  });
}

/** Replaces the secret. The one before signs for another day, too. */
export function rotateWebhook(actor: Actor, place: WebhookPlace): Promise<ShownWebhook> {
  return changeWebhooks(actor, place, async () => {
    const { id, secret: oldSecret } = await webhookAt(place);
    const secret = mintWebhookSecret();
    const oldSecretUntil = new Date(Date.now() + 24 * 3_600_000);
    const row = await changeWebhook({ id }, { secret, oldSecret, oldSecretUntil });
    await record("webhook-rotated", { databaseId: place.databaseId, subject: subjectOfWebhook(row) });
    return { ...presentWebhook(row), secret: secretText(secret) };
  });
}

export function deleteWebhook(place: WebhookPlace): Promise<void> {
  return change(async () => {
    const row = await webhookAt(place);
    await removeWebhook(row);
    await record("webhook-deleted", { databaseId: place.databaseId, subject: subjectOfWebhook(row) });
  });
}

/** Changes webhooks with the caller's rights as they are then, because a webhook outlives a key that is being revoked. */
function changeWebhooks<Result>(
  actor: Actor,
  { databaseId }: BasePlace,
  work: (rights: CallerRights) => Promise<Result>,
): Promise<Result> {
  return change(async () => {
    const rights = await holdRights(actor);
    requireMay(rights, "manage-webhooks", databaseId);
    return work(rights);
  });
}

/** Events that depend on a filter tell what is stored. */
function blindFilter(): ApiError {
  return new ApiError("FORBIDDEN", 'This key lacks the scope "read", which a filter needs.');
}

function otherAddress(): ApiError {
  return new ApiError(
    "FORBIDDEN",
    "This webhook may send more than you can read, so you cannot change its `url`. Create another webhook instead.",
  );
}

/** The settings that name parts of the database, and the address. */
type Aims = Pick<WebhookUpdate, "url"> & {
  readonly [Name in "tableIds" | "fieldIds" | "filter"]: NonNullable<WebhookUpdate[Name]> | null;
};

function aimsOf({ tableIds, fieldIds, filter }: WebhookRow): Aims {
  return {
    tableIds: listOrAll(tableIds),
    fieldIds: listOrAll(fieldIds),
    filter: filter as Filter | null,
  };
}

/** Checks the settings and turns names into ids. Throws a 400 with the problems; `tablesPath` is the caller's key. */
async function readAims(
  place: BasePlace,
  { url, tableIds: refs, fieldIds: fieldRefs, filter }: Aims,
  tablesPath = "tableIds",
) {
  const refused = url === undefined ? undefined : await refusalOfHost(new URL(url));
  const tables = refs ? await findTables(place, refs) : [];
  const problems: ErrorDetail[] = [
    ...(refused === undefined ? [] : [{ path: "url", message: `cannot be called: ${refused.slice(0, -1)}` }]),
    ...tables.flatMap((table, index) =>
      "message" in table
        ? [{ path: tablesPath === "tableIds" ? `tableIds[${index}]` : tablesPath, message: table.message }]
        : [],
    ),
    ...(filter && refs?.length !== 1
      ? [{ path: "filter", message: "needs exactly one table in `tableIds`" }]
      : []),
    ...(fieldRefs && !refs
      ? [{ path: "fieldIds", message: "needs the tables of the fields in `tableIds`" }]
      : []),
  ];
  if (problems.length > 0) throw badRequest(problems);
  const tableIds = [...new Set(tables.flatMap((table) => ("id" in table ? [table.id] : [])))];
  const faces = await Promise.all(
    tableIds.map((tableId) => withSchema({ ...place, tableId }, async ({ face }) => face.fields)),
  );
  return {
    ...{ tableIds, fieldIds: fieldRefs ? readFields(fieldRefs, faces.flat()) : [] },
    filter: filter ? await readCondition({ ...place, tableId: tableIds[0] ?? "" }, filter) : Prisma.DbNull,
  };
}

async function findTables(place: BasePlace, refs: readonly string[]) {
  await requireBase(place);
  const all = await siblingsIn(place);
  return refs.map((ref) => byRef(all, ref) ?? { message: unknownIn("table", ref, all) });
}

function readFields(refs: readonly string[], fields: readonly { id: string; name: string }[]): string[] {
  const found = refs.map((ref) => byRef(fields, ref));
  const problems = found.flatMap((field, index) =>
    field ? [] : [{ path: `fieldIds[${index}]`, message: unknownIn("field", refs[index] ?? "", fields) }],
  );
  if (problems.length > 0) throw badRequest(problems);
  return [...new Set(found.flatMap((field) => (field ? [field.id] : [])))];
}

/** The filter with the ids of fields. */
function readCondition(place: TablePlace, filter: Filter): Promise<Filter> {
  return withSchema(place, async (schema) => {
    const problems = await problemsOf(readFilter(schema, filter, { meaning: subjectOf }));
    if (problems.length > 0) throw badRequest(problems);
    return readConfig({ filter }, schema.face.fields).filter ?? filter;
  });
}

function unknownIn(what: "table" | "field", ref: string, all: readonly { name: string }[]): string {
  const names = nearestFirst(
    ref,
    all.map(({ name }) => name),
  );
  return `is not a ${what} ${quote(ref)}. Known ones: ${listedNames(names)}`;
}

function subjectOfWebhook({ id, name, url }: WebhookRow) {
  return subjectOfEvent("webhook", { id: String(id), name: name ?? new URL(url).host });
}
