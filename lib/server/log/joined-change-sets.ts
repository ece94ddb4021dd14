import { v7 } from "uuid";
import type { Actor } from "../access/author";
import { Prisma, query } from "../db";
import { change } from "./changes";

/**
 * A change set ends five minutes after the last write joined it, an hour after it began, and when it is undone,
 * because later writes would count as undone too.
 */
const isOver = Prisma.sql`(known."joinedAt" < clock_timestamp() - interval '5 minutes'
  OR known."openedAt" < clock_timestamp() - interval '1 hour'
  OR EXISTS (SELECT FROM "Undone" WHERE "Undone"."personId" = known."personId" AND "Undone"."changeSetId" = known."changeSetId"))`;

/** The change set of a write. */
interface JoinedChangeSet {
  readonly changeSetId: string;
  /** Removes the id again if this write was the first and only one to use it. */
  leave(): Promise<void>;
}

/** Finds the change set of a person's own id; a new one after its end. */
export async function joinChangeSet(actor: Actor, givenId: string): Promise<JoinedChangeSet> {
  const [joined] = await change(() =>
    query<{ changeSetId: string; isFirst: boolean }>(Prisma.sql`
      INSERT INTO "JoinedChangeSet" AS known ("personId", "givenId", "changeSetId", "openedAt", "joinedAt")
      VALUES (${actor.person.id}::uuid, ${givenId}::uuid,
        CASE WHEN EXISTS (SELECT FROM "JoinedChangeSet" WHERE "givenId" = ${givenId}::uuid) THEN ${v7()}::uuid ELSE ${givenId}::uuid END,
        statement_timestamp(), statement_timestamp())
      ON CONFLICT ("personId", "givenId") DO UPDATE SET
        "changeSetId" = CASE WHEN ${isOver} THEN ${v7()}::uuid ELSE known."changeSetId" END,
        "openedAt" = CASE WHEN ${isOver} THEN clock_timestamp() ELSE known."openedAt" END,
        "joinedAt" = greatest(clock_timestamp(), known."joinedAt" + interval '1 millisecond')
      RETURNING "changeSetId", xmax = 0 AS "isFirst"`),
  );
  return { changeSetId: joined?.changeSetId ?? givenId, leave: () => leave(actor, givenId, joined) };
}

async function leave(
  actor: Actor,
  givenId: string,
  joined: { changeSetId: string; isFirst: boolean } | undefined,
): Promise<void> {
  if (!joined?.isFirst) return;
  // If the database itself failed, housekeeping removes it later.
  await change(() =>
    query(Prisma.sql`
      DELETE FROM "JoinedChangeSet" WHERE "personId" = ${actor.person.id}::uuid AND "givenId" = ${givenId}::uuid
        AND "changeSetId" = ${joined.changeSetId}::uuid AND "joinedAt" = "openedAt"`),
  ).catch(() => {});
}
