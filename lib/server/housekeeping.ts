import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../contract/limits";
import { lockoutMinutes } from "./access/failed-sign-ins";
import { execute, Prisma, query, type Sql } from "./db";
import { removeOrphanedFiles, removeUnfinishedFiles } from "./files/attachments";
import { noteUnusedFiles, removeUnusedFiles } from "./files/unused-files";
import { removeUnboundFiles } from "./forms/form-files";
import { failSilent, isImport } from "./import/resource/stored-imports";
import { removeStrayFiles } from "./import/uploaded-files";
import { change } from "./log/changes";
import { logger } from "./logger";
import { dropOrphans } from "./structure/drop-partitions";

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
 * idempotent responses, sessions, the audit log. Works in small steps, so that no request waits.
 */
export async function clearAway(now: Date, signal = new AbortController().signal): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  const logged = before(limits.changesDays * day);
  await inSteps(signal, () => forgetChanges(logged));
  await inSteps(signal, () => deleteSome("ChangedRecord", entryIsGone));
  await inSteps(signal, () => deleteSome("LogStart", isOfGoneBase("LogStart")));
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
  for (const table of ["SignInCode", "Invitation", "PasswordReset", "OpenIdRequest", "PasskeyChallenge"]) {
    await inSteps(signal, () => deleteSome(table, Prisma.sql`"expiresAt" < ${now}`));
  }
  await inSteps(signal, () =>
    deleteSome("FailedSignIn", Prisma.sql`"at" < ${before(lockoutMinutes * 60_000)}`),
  );
  await inSteps(signal, () => deleteSome("AuditEvent", Prisma.sql`"at" < ${before(limits.auditDays * day)}`));
  const delivered = before(limits.deliveryDays * day);
  await inSteps(signal, () => deleteSome("WebhookDelivery", Prisma.sql`"createdAt" < ${delivered}`));
  const deleted = before(limits.trashDays * day);
  await inSteps(signal, () => deleteSome("Trash", Prisma.sql`"deletedAt" < ${deleted}`));
  for (const table of ["AllViews", "AllFields", "AllTables", "AllBases"]) {
    await inSteps(signal, () => deleteSome(table, isErased));
  }
  await inSteps(signal, () => deleteSome("Member", isOfGoneBase("Member")));
  await inSteps(signal, () => deleteSome("Webhook", isOfGoneBase("Webhook")));
  for (const table of ["Share", "FormSubmission"]) {
    await inSteps(signal, () => deleteSome(table, viewIsGone(table)));
  }
  await inSteps(signal, () => removeUnboundFiles(before(day)));
  await inSteps(signal, () => deleteSome("Trash", parentIsGone));
  const gone = await findGoneFields();
  await inSteps(signal, () => deleteSome("Link", Prisma.sql`"fieldId" = ANY(${gone})`));
  await dropOrphans();
  await inSteps(signal, removeOrphanedFiles);
  await noteUnusedFiles(now, signal);
  const unused = before(Math.max(limits.changesDays, limits.trashDays) * day);
  await inSteps(signal, () => removeUnusedFiles(unused));
  await removeUnfinishedFiles(before(day));
  await failSilent();
  await inSteps(signal, () => deleteSome("Import", isOldImport(before(importDays * day))));
  await removeStrayFiles(before(day), isImport);
}

/** Days that an uploaded file is kept. */
const importDays = 30;

/** Imports from before a moment, and those of databases that are not even in the trash. */
function isOldImport(moment: Date): Sql {
  return Prisma.sql`"status" NOT IN ('analysing', 'running') AND ("createdAt" < ${moment}
    OR NOT EXISTS (SELECT FROM "AllBases" WHERE "AllBases"."id" = "baseId"))`;
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

/** The database is not even in the trash. */
function isOfGoneBase(table: string): Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM "AllBases" WHERE "id" = ${Prisma.raw(`"${table}"`)}."baseId")`;
}

/** The view of a shared link is erased, by itself or with its table or database. */
function viewIsGone(table: string): Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM "AllViews" WHERE "AllViews"."id" = ${Prisma.raw(`"${table}"`)}."viewId")`;
}

/** The log entry of a changed record is gone. Skips from entry to entry by index. */
const entryIsGone = Prisma.sql`("tableId", "entry") IN (
  WITH RECURSIVE known AS (
    (SELECT "tableId", "entry" FROM "ChangedRecord" ORDER BY "tableId", "entry" LIMIT 1)
    UNION ALL
    SELECT next.* FROM known, LATERAL (
      SELECT "tableId", "entry" FROM "ChangedRecord" AS other
      WHERE (other."tableId", other."entry") > (known."tableId", known."entry") ORDER BY "tableId", "entry" LIMIT 1
    ) AS next
  )
  SELECT "tableId", "entry" FROM known WHERE NOT EXISTS (
    SELECT FROM "Change" WHERE "Change"."tableId" = known."tableId" AND "recordId" IS NULL AND "number" = known."entry"))`;

/** The trash entry of a deleted part is gone, so that nothing can restore the part. */
const isErased = Prisma.sql`"trashId" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "Trash" WHERE "Trash"."id" = "trashId")`;

/** The table or database of a trash entry is erased. */
const parentIsGone = Prisma.sql`NOT EXISTS (SELECT FROM "AllBases" WHERE "AllBases"."id" = "baseId")
  OR ("tableId" IS NOT NULL AND NOT EXISTS (SELECT FROM "AllTables" WHERE "AllTables"."id" = "tableId"))`;

/** Finds fields with links that exist neither live nor in the trash. Skips from field to field by index. */
async function findGoneFields(): Promise<string[]> {
  const rows = await query<{ fieldId: string }>(Prisma.sql`
    WITH RECURSIVE linked AS (
      SELECT min("fieldId") AS "fieldId" FROM "Link"
      UNION ALL
      SELECT (SELECT min("fieldId") FROM "Link" WHERE "fieldId" > linked."fieldId") FROM linked WHERE "fieldId" IS NOT NULL
    )
    SELECT "fieldId" FROM linked WHERE "fieldId" IS NOT NULL
    EXCEPT SELECT "id" FROM "AllFields"`);
  return rows.map(({ fieldId }) => fieldId);
}
