import { randomUUID } from "node:crypto";
import { ApiError, badRequest, notFound } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { LivePresence } from "../../contract/live";
import type { BasePlace } from "../../contract/places";
import type { PresenceAnswer, PresenceUpdate, PresentAt, VisitUpdate } from "../../contract/presence";
import { quote } from "../../field-types/text";
import type { Actor } from "../access/author";
import { Prisma, queryOften } from "../db";
import { wakeForPresence } from "../log/news";
import { listen, notify, receive } from "../log/notifications";
import type { OpenShare } from "../shares/open-share";
import { partitionOf } from "../structure/partitions";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { type Obstacle, type PresentPage, PresentPages } from "./present-pages";

interface PresenceState {
  readonly pages: PresentPages;
  /** Tells the notifications of this process from those of others. */
  readonly processId: string;
  sweeping: ReturnType<typeof setInterval> | undefined;
}

/** Global, because our server and Next's bundle each load this module. */
const shared = globalThis as typeof globalThis & { rowhousePresence?: PresenceState };

function presenceState(): PresenceState {
  shared.rowhousePresence ??= {
    pages: new PresentPages({
      now: () => performance.now(),
      lifetimeMs: limits.presenceSeconds * 1_000,
      maxPerPerson: limits.presentPagesPerPerson,
      maxPerDatabase: limits.presentPagesPerDatabase,
    }),
    processId: randomUUID(),
    sweeping: undefined,
  };
  return shared.rowhousePresence;
}

/** A message of a process to all others: the state of a page, or without one a request for their pages. */
interface Message {
  readonly from: string;
  readonly page?: PresentPage;
}

/**
 * Reports where a person is with an open page. All processes keep it in memory, and nothing is stored. Keys of programs
 * are never present.
 */
export async function reportPresence(
  { kind, person: { id, name } }: Actor,
  { databaseId }: BasePlace,
  { pageId, at: given }: PresenceUpdate,
): Promise<PresenceAnswer> {
  const at = given && (await resolve({ databaseId }, given));
  if (kind === "session") {
    const page = { databaseId, pageId, holder: { kind: "person", id, name }, at } as const;
    const obstacle = presenceState().pages.obstacleTo(page);
    if (obstacle) throw new ApiError("RATE_LIMITED", obstacleTexts[obstacle], undefined, retryLater);
    share(page);
  }
  return { seconds: limits.presenceSeconds };
}

/** Counts a visitor who has a page of a shared link open, unless there are too many to count. */
export function reportVisit(
  { id, databaseId, tableId }: Pick<OpenShare, "id" | "databaseId" | "tableId">,
  { pageId, isOpen }: VisitUpdate,
): PresenceAnswer {
  const holder = { kind: "visitors", id } as const;
  const page = { databaseId, pageId, holder, at: isOpen ? { tableId, cell: null } : null };
  if (presenceState().pages.obstacleTo(page) === null) share(page);
  return { seconds: limits.presenceSeconds };
}

/**
 * Everybody else who has a page of the database open, for an event of the live stream. Cells of fields that do not exist for
 * the receiver are left out.
 */
export function othersPresent(
  { databaseId }: BasePlace,
  personId: string,
  hidden: ReadonlySet<string>,
): LivePresence {
  const { pages } = presenceState();
  const people = pages.othersIn(databaseId, personId);
  const seen = people.map((person) =>
    hidden.has(person.at.cell?.fieldId ?? "") ? { ...person, at: { ...person.at, cell: null } } : person,
  );
  return { databaseId, people: seen, visitors: pages.visitorsIn(databaseId) };
}

/** Makes a person absent from a database that they may not read any more. */
export function endPresence({ databaseId }: BasePlace, personId: string): void {
  for (const page of presenceState().pages.pagesOf(databaseId, personId)) share({ ...page, at: null });
}

receive("rowhouse_present", {
  isWanted: () => presenceState().pages.hasOwn(),
  take(words) {
    for (const word of words) hear(JSON.parse(word));
  },
  onListening: () => send({}),
});

function share(page: PresentPage): void {
  keep(page, true);
  send({ page });
  listen();
}

function hear({ from, page }: Message): void {
  const { pages, processId } = presenceState();
  if (from === processId) return;
  if (page) keep(page, false);
  else for (const own of pages.own()) send({ page: own });
}

function keep(page: PresentPage, isOwn: boolean): void {
  const state = presenceState();
  state.sweeping ??= setInterval(sweep, sweepEvery).unref();
  if (state.pages.report(page, isOwn)) wakeForPresence([page.databaseId]);
}

function sweep(): void {
  const state = presenceState();
  wakeForPresence(state.pages.expire());
  if (!state.pages.isEmpty) return;
  clearInterval(state.sweeping);
  state.sweeping = undefined;
}

const sweepEvery = 1_000;

/** Spaces are escaped, because they separate the words of a notification. */
function send(message: Omit<Message, "from">): void {
  const sent: Message = { from: presenceState().processId, ...message };
  notify("rowhouse_present", JSON.stringify(sent).replaceAll(" ", "\\u0020"));
}

/** Replaces names by ids. Throws a 404 for an unknown table or record, and a 400 for an unknown field. */
function resolve(
  { databaseId }: BasePlace,
  { tableId, cell }: NonNullable<PresenceUpdate["at"]>,
): Promise<PresentAt> {
  return withSchema({ databaseId, tableId }, async (schema) => {
    if (!cell) return { tableId: schema.id, cell };
    const { recordId } = cell;
    const field = schema.fieldOf(cell.fieldId);
    if (!field) {
      const message = `is not a field of this table: ${quote(cell.fieldId)}`;
      throw badRequest([{ path: "at.cell.fieldId", message }]);
    }
    const records = await readFresh(schema, queryOften(selectId(schema, recordId)));
    if (records.length === 0) throw notFound("record", recordId);
    return { tableId: schema.id, cell: { recordId, fieldId: field.id } };
  });
}

function selectId(schema: TableSchema, recordId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT "id" FROM ${partitionOf(schema.id)}
    WHERE "tableId" = ${schema.id} AND "id" = ${recordId}::uuid AND ${isCurrent(schema)}`;
}

const obstacleTexts: { readonly [Each in Obstacle]: string } = {
  "too many of the person": `You have ${limits.presentPagesPerPerson} open pages, which is the maximum. Close one first.`,
  "too many of the database": `This database has ${limits.presentPagesPerDatabase} open pages, which is the maximum. Try again later.`,
};

const retryLater = { "Retry-After": "10" };
