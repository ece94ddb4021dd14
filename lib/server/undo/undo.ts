import { v7 } from "uuid";
import type { Action } from "../../contract/actions";
import type { Undone, UndoScope } from "../../contract/changes";
import { ApiError } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import type { Author } from "../access/author";
import { requireMay } from "../access/may";
import { Prisma, prisma, query } from "../db";
import { type LoggedEntry, type LoggedWrite, logRows, type MadeWrite, writesOf } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { changeSchema, lockRecordsOf, ofAnySize } from "../structure/schema-change";
import { hiddenIn } from "../structure/schemas";
import { findTable } from "../structure/structure";
import { isForeign } from "./foreign-changes";
import type { Outcome } from "./outcome";
import { summarizeChangeSet } from "./summarize-change-set";
import { dropMovedLinks, movedLinks, onlyAddsOptions, settleOptions, settleRules } from "./undo-fields";
import { echoesOf, relinkImported, restoreImported, takeBackImported } from "./undo-imports";
import { type ShortLists, settleOrders, settleShort } from "./undo-links";
import { reverseRecords } from "./undo-records";
import {
  remakesRecords,
  removeCreated,
  restoreDeleted,
  reverseStructure,
  settleViews,
} from "./undo-structure";

/** Undoes the person's latest change set. Throws a 409 if there is none. */
export function undo(author: Author, place: BasePlace, scope: UndoScope): Promise<Undone> {
  return reverseNewest(author, place, { scope, find: findUndoable, isUndone: true });
}

/** Redoes the change set undone last, unless the person has changed something since. Throws a 409 if there is none. */
export function redo(author: Author, place: BasePlace, scope: UndoScope): Promise<Undone> {
  return reverseNewest(author, place, { scope, find: findRedoable, isUndone: false });
}

/** A change set, and the one that last made, undid or redid it. */
interface Target {
  readonly changeSetId: string;
  readonly by: string;
}

/** The person and table whose change sets are considered. */
interface Among {
  readonly personId: string;
  readonly databaseId: string;
  readonly tableId: string | null;
  /** Includes change sets that created or deleted a table that does not exist now. */
  readonly missingTables: boolean;
}

/** The difference between undo and redo. */
interface Direction {
  readonly scope: UndoScope;
  readonly find: (among: Among) => Promise<Target | undefined>;
  readonly isUndone: boolean;
}

function reverseNewest(
  { actor }: Author,
  { databaseId }: BasePlace,
  { scope, find, isUndone }: Direction,
): Promise<Undone> {
  const author = { actor, changeSetId: v7() };
  return changeSchema(author, { databaseId, ...ofAnySize }, async (change) => {
    const table =
      scope?.tableId === undefined ? null : await findTable({ databaseId, tableId: scope.tableId });
    const missingTables = scope?.missingTables ?? false;
    const among = { personId: actor.person.id, databaseId, tableId: table?.id ?? null, missingTables };
    const target = await find(among);
    if (!target)
      throw new ApiError("CONFLICT", isUndone ? "There is nothing to undo." : "There is nothing to redo.");
    if (scope?.changeSetId !== undefined && scope.changeSetId !== target.changeSetId) {
      throw new ApiError("CONFLICT", "You have made other changes since. Undo those first.");
    }
    change.undoes = target.changeSetId;
    const outcome: Outcome = { restored: 0, skipped: [] };
    const done = { baseId: databaseId, personId: actor.person.id };
    const writes = await reversalsOf({ ...done, changeSetId: target.by });
    // Requires the rights of the original change set, because its reverse may look different.
    const made =
      target.by === target.changeSetId
        ? writes
        : await reversalsOf({ ...done, changeSetId: target.changeSetId });
    for (const each of made.length > 0 ? made : writes) requireMay(actor, actionOf(each), databaseId);
    const hidden = await hiddenIn({ databaseId });
    requireSeen(writes, hidden);
    // Describes the action first, while names are unchanged.
    const action = await summarizeChangeSet(
      { ...done, changeSetId: target.changeSetId },
      withoutFields(made, hidden),
    );
    // Blocks writes from the check for changes by others until the end.
    await lockRecordsOf(await tablesRemade(change, writes));
    for (const each of writes) {
      await reverse(change, each, outcome);
      await change.endStep();
    }
    await remember(among, { target, by: author.changeSetId, isUndone });
    const skipped = outcome.skipped.filter(({ fieldId = "" }) => !hidden.has(fieldId));
    return { changeSetId: target.changeSetId, action, ...outcome, skipped };
  });
}

/**
 * Throws a 403 for fields that the caller has made, deleted or renamed and may not read any more. Those that come and go
 * with a table are no obstacle, as the caller need not know them for that.
 */
function requireSeen(writes: readonly Reversal[], hidden: ReadonlySet<string>): void {
  const isWhole = ({ kind, before, after }: LoggedEntry) => kind === "table" && (!before || !after);
  const isRefused = ({ kind, itemId, before, after }: LoggedEntry) =>
    kind === "field" && hidden.has(itemId) && (!before || !after || "name" in after || "type" in after);
  if (!writes.some(({ structure }) => !structure.some(isWhole) && structure.some(isRefused))) return;
  throw new ApiError("FORBIDDEN", "Your role does not let you undo or redo all of these changes.");
}

/** A write to be reverted, with its structure entries. */
interface Reversal {
  readonly write: MadeWrite;
  readonly structure: readonly LoggedEntry[];
  /** Entries that stand for very many records. */
  readonly imports: readonly LoggedEntry[];
}

async function reversalsOf(changeSet: Omit<LoggedWrite, "xid" | "step">): Promise<Reversal[]> {
  const reversals: Reversal[] = [];
  for (const write of await writesOf(changeSet)) {
    const structure = await allRows(write, "structure");
    reversals.push({ write, structure, imports: await allRows(write, "imports") });
  }
  return reversals;
}

/** The writes without entries about these fields. */
function withoutFields(writes: readonly Reversal[], hidden: ReadonlySet<string>): Reversal[] {
  return writes.map((each) => ({
    ...each,
    structure: each.structure.filter(({ itemId }) => !hidden.has(itemId)),
  }));
}

/**
 * The action of a write. Writes of records may have added options, writes of fields may have changed
 * cells.
 */
function actionOf({ write, structure }: Reversal): Action {
  if (write.hasRecords && structure.every(onlyAddsOptions)) return "edit-records";
  if (structure.every(({ kind }) => kind === "view")) return "change-views";
  return structure.some(({ kind }) => kind === "base") ? "manage-database" : "change-structure";
}

async function allRows(write: LoggedWrite, part: "structure" | "imports"): Promise<LoggedEntry[]> {
  const all: LoggedEntry[] = [];
  for await (const entries of logRows(write, part)) all.push(...entries);
  return all;
}

/** Existing tables whose records change their meaning, or are changed or deleted as a whole. */
async function tablesRemade(_: ChangeSet, writes: readonly Reversal[]): Promise<string[]> {
  const remade = writes.flatMap(({ structure, imports }) => [
    ...structure.filter(remakesRecords),
    ...imports,
  ]);
  const ids = remade.map(({ tableId, itemId }) => tableId ?? itemId);
  const there = await prisma().table.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return there.map(({ id }) => id);
}

/**
 * Reverts a write: restores deleted things, then fields, then cells, then deletes new things, and finally converts
 * the views.
 */
async function reverse(
  change: ChangeSet,
  { write, structure, imports }: Reversal,
  outcome: Outcome,
): Promise<void> {
  const moved = movedLinks(structure);
  await reverseStructure(change, { write, entries: structure }, outcome);
  await restoreDeleted(change, structure, outcome);
  for (const entry of imports) await restoreImported(change, { write, entry }, outcome);
  const short: ShortLists = new Map();
  for await (const entries of logRows(write, "records")) {
    await reverseRecords(change, { write, entries, moved, short }, outcome);
    // Stores the log in batches to limit memory.
    await change.store();
  }
  for (const entry of imports) {
    if (await goesWithTable(change, structure, entry)) continue;
    await takeBackImported(change, { write, entry, moved, short }, outcome);
  }
  for (const entry of imports) await relinkImported(change, entry);
  for await (const entries of echoesOf(write)) await settleOrders(change, entries);
  await settleShort(change, short, outcome);
  await dropMovedLinks(change, moved);
  await settleOptions(change, structure, outcome);
  await settleRules(change, structure, outcome);
  await removeCreated(change, structure, outcome);
  await settleViews(change, structure, outcome);
}

/** True if the undo deletes the table of an import with its records, which then need not be deleted before. */
async function goesWithTable(
  change: ChangeSet,
  structure: readonly LoggedEntry[],
  { tableId }: LoggedEntry,
): Promise<boolean> {
  const created = structure.find(
    ({ kind, itemId, before }) => kind === "table" && itemId === tableId && before === null,
  );
  return created !== undefined && !(await isForeign(change, created));
}

async function findUndoable({
  personId,
  databaseId,
  tableId,
  missingTables,
}: Among): Promise<Target | undefined> {
  const [found] = await query<Target>(Prisma.sql`
    SELECT change."changeSetId", coalesce(undone."by", change."changeSetId") AS "by"
    FROM "Change" AS change
    LEFT JOIN "Undone" AS undone ON undone."personId" = change."personId" AND undone."baseId" = change."baseId"
      AND undone."changeSetId" = change."changeSetId"
    WHERE change."personId" = ${personId}::uuid AND change."baseId" = ${databaseId}
      AND change."undoes" IS NULL AND NOT change."isEcho" AND undone."isUndone" IS NOT TRUE
      AND (${inTable(Prisma.sql`change."tableId"`, tableId)} OR (${missingTables}
        AND change."kind" = 'table' AND change."after" IS NULL AND ${isMissing}))
      AND NOT (change."kind" = 'base' AND (change."before" IS NULL OR change."after" IS NULL))
      AND NOT EXISTS (
        SELECT FROM "Change" AS made WHERE made."changeSetId" = change."changeSetId" AND made."baseId" = change."baseId"
          AND made."kind" = 'base' AND made."before" IS NULL)
    ORDER BY change."number" DESC LIMIT 1`);
  return found;
}

/** SQL: the table of an entry does not exist now. */
const isMissing = Prisma.sql`NOT EXISTS (SELECT FROM "Table" WHERE "Table"."id" = change."tableId")`;

async function findRedoable({
  personId,
  databaseId,
  tableId,
  missingTables,
}: Among): Promise<Target | undefined> {
  const hasCreatedMissing = Prisma.sql`EXISTS (
    SELECT FROM "Change" AS change WHERE change."changeSetId" = undone."changeSetId" AND change."baseId" = undone."baseId"
      AND change."kind" = 'table' AND change."before" IS NULL AND ${isMissing})`;
  const isIn =
    tableId === null
      ? Prisma.sql`true`
      : Prisma.sql`(${tableId} = ANY(undone."tableIds") OR (${missingTables} AND ${hasCreatedMissing}))`;
  const [found] = await query<Target>(Prisma.sql`
    SELECT undone."changeSetId", undone."by" FROM "Undone" AS undone
    WHERE undone."personId" = ${personId}::uuid AND undone."baseId" = ${databaseId} AND undone."isUndone" AND ${isIn}
      AND NOT EXISTS (
        SELECT FROM "Change" AS later
        WHERE later."personId" = undone."personId" AND later."baseId" = undone."baseId"
          AND later."number" > undone."number" AND later."undoes" IS NULL AND ${inTable(Prisma.sql`later."tableId"`, tableId)})
    ORDER BY undone."number" DESC LIMIT 1`);
  return found;
}

function inTable(column: Prisma.Sql, tableId: string | null): Prisma.Sql {
  return tableId === null ? Prisma.sql`true` : Prisma.sql`${column} = ${tableId}`;
}

/** Records that the change set was undone or redone, in the order of the log. */
async function remember(
  { personId, databaseId }: Among,
  { target, by, isUndone }: { target: Target; by: string; isUndone: boolean },
): Promise<void> {
  await query(Prisma.sql`
    INSERT INTO "Undone" ("personId", "baseId", "changeSetId", "isUndone", "by", "number", "tableIds")
    SELECT ${personId}::uuid, ${databaseId}, ${target.changeSetId}::uuid, ${isUndone}, ${by}::uuid,
      nextval(pg_get_serial_sequence('"Change"', 'number')),
      ARRAY(SELECT DISTINCT "tableId" FROM "Change" WHERE "changeSetId" = ${target.changeSetId}::uuid AND "personId" = ${personId}::uuid AND "tableId" IS NOT NULL)
    ON CONFLICT ("personId", "baseId", "changeSetId") DO UPDATE
      SET "isUndone" = excluded."isUndone", "by" = excluded."by", "number" = excluded."number"`);
}
