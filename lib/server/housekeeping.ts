import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../contract/limits";
import { execute, Prisma, prisma, query, type Sql } from "./db";
import { removeOrphanedFiles, removeUnfinishedFiles } from "./files/attachments";
import { noteUnusedFiles, removeUnusedFiles } from "./files/unused-files";
import { change } from "./log/changes";
import { logger } from "./logger";
import { dropOrphans } from "./structure/drop-partitions";
import type { TrashedStructure } from "./trash/trash";

const hour = 3_600_000;
const day = 24 * hour;

/** Runs housekeeping regularly until the returned function is called. */
export function startHousekeeping(): () => Promise<void> {
  const ending = new AbortController();
  const work = (async () => {
    for (let wait = hour / 60; ; wait = hour) {
      await delay(wait, undefined, { signal: ending.signal, ref: false });
      await clearAway(new Date(), ending.signal).catch((error) => {
        logger.warn({ err: error }, "housekeeping failed; the next run is in an hour");
      });
    }
  })().catch(() => {});
  return async () => {
    ending.abort();
    await work;
  };
}

/**
 * Deletes expired data: log entries, things in the trash with the records, links and files that only they use,
 * idempotent responses, sessions. Works in small steps, so that no request waits.
 */
export async function clearAway(now: Date, signal = new AbortController().signal): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  const logged = before(limits.changesDays * day);
  await inSteps(signal, () => forgetChanges(logged));
  await inSteps(signal, () => deleteSome("LogStart", baseIsGone));
  await inSteps(signal, () => deleteSome("JoinedChangeSet", Prisma.sql`"openedAt" < ${logged}`));
  await inSteps(signal, () =>
    deleteSome(
      "Undone",
      Prisma.sql`NOT EXISTS (
    SELECT FROM "Change" WHERE "Change"."changeSetId" = "Undone"."by" OR "Change"."changeSetId" = "Undone"."changeSetId")`,
    ),
  );
  await inSteps(signal, () => deleteSome("StoredAnswer", Prisma.sql`"storedAt" < ${before(day)}`));
  await inSteps(signal, () => deleteSome("Session", Prisma.sql`"expiresAt" < ${now}`));
  await inSteps(signal, () => deleteSome("SignInCode", Prisma.sql`"expiresAt" < ${now}`));
  const deleted = before(limits.trashDays * day);
  await inSteps(signal, () =>
    deleteSome("Trash", Prisma.sql`"deletedAt" < ${deleted} AND "kind" IN ('record', 'view')`),
  );
  await inSteps(signal, () => emptyTrash(deleted));
  const gone = await findGoneFields();
  await inSteps(signal, () => deleteSome("Link", Prisma.sql`"fieldId" = ANY(${gone})`));
  await dropOrphans();
  await inSteps(signal, removeOrphanedFiles);
  await noteUnusedFiles(now, signal);
  const unused = before(Math.max(limits.changesDays, limits.trashDays) * day);
  await inSteps(signal, () => removeUnusedFiles(unused));
  await removeUnfinishedFiles(before(day));
}

const stepSize = 1_000;

/** Repeats a step until it finds nothing, with a pause after each as long as the step took. */
async function inSteps(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const begin = performance.now();
    if ((await step()) === 0) return;
    await delay(performance.now() - begin, undefined, { signal });
  }
}

function deleteSome(table: string, condition: Sql): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return change(() =>
    execute(Prisma.sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${stepSize}))`),
  );
}

/** Deletes log entries from before a moment and records up to where, because no reader can continue from there. */
async function forgetChanges(before: Date): Promise<number> {
  const [forgotten] = await change(() =>
    query<{ count: number }>(Prisma.sql`
      WITH gone AS (
        DELETE FROM "Change" WHERE ctid = ANY(ARRAY(SELECT ctid FROM "Change" WHERE "at" < ${before} LIMIT ${stepSize}))
        RETURNING "baseId", "xid", "number"
      ), kept AS (
        INSERT INTO "LogStart" ("baseId", "xid", "number")
        SELECT DISTINCT ON ("baseId") "baseId", "xid", "number" FROM gone ORDER BY "baseId", "xid" DESC, "number" DESC
        ON CONFLICT ("baseId") DO UPDATE SET "xid" = excluded."xid", "number" = excluded."number"
          WHERE ("LogStart"."xid", "LogStart"."number") < (excluded."xid", excluded."number")
      )
      SELECT count(*)::int AS "count" FROM gone`),
  );
  return forgotten?.count ?? 0;
}

/** The log of a database that is not even in the trash is unreachable. */
const baseIsGone = Prisma.sql`NOT EXISTS (SELECT FROM "Base" WHERE "id" = "LogStart"."baseId")
  AND NOT EXISTS (SELECT FROM "Trash" WHERE "kind" = 'base' AND "Trash"."baseId" = "LogStart"."baseId")`;

/**
 * Erases one expired field, table or database from the trash and returns the number. Later steps find the data that
 * only it used, also in the next run if this one is interrupted.
 */
async function emptyTrash(deleted: Date): Promise<number> {
  const row = await prisma().trash.findFirst({
    where: { deletedAt: { lt: deleted }, kind: { in: ["field", "table", "base"] } },
    orderBy: { id: "asc" },
  });
  if (!row) return 0;
  const { tables } = row.content as unknown as TrashedStructure;
  await change(async (transaction) => {
    const { count } = await transaction.trash.deleteMany({ where: { id: row.id } });
    if (count === 0) return;
    // Deletes trash entries of the erased tables.
    await transaction.trash.deleteMany({ where: { tableId: { in: tables.map(({ id }) => id) } } });
    if (row.kind === "base") await transaction.trash.deleteMany({ where: { baseId: row.baseId } });
  });
  return 1;
}

/** Finds fields with links that exist neither live nor in the trash. Skips from field to field by index. */
async function findGoneFields(): Promise<string[]> {
  const rows = await query<{ fieldId: string }>(Prisma.sql`
    WITH RECURSIVE linked AS (
      SELECT min("fieldId") AS "fieldId" FROM "Link"
      UNION ALL
      SELECT (SELECT min("fieldId") FROM "Link" WHERE "fieldId" > linked."fieldId") FROM linked WHERE "fieldId" IS NOT NULL
    )
    SELECT "fieldId" FROM linked WHERE "fieldId" IS NOT NULL
    EXCEPT SELECT "id" FROM "Field"
    EXCEPT SELECT "kept" ->> 'id' FROM "Trash", json_array_elements("content" -> 'fields') AS "kept"
      WHERE "kind" IN ('field', 'table', 'base')`);
  return rows.map(({ fieldId }) => fieldId);
}
