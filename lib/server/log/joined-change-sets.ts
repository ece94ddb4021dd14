import { v7 } from "uuid";
import type { Actor } from "../access/author";
import { Prisma, query } from "../db";
import { change } from "./changes";

/**
 * A change set ends where no write has joined it for five minutes, and after an hour in any case; and when it is
 * undone, as what came later would count as undone with it.
 */
const isOver = Prisma.sql`(known."joinedAt" < clock_timestamp() - interval '5 minutes'
  OR known."openedAt" < clock_timestamp() - interval '1 hour'
  OR EXISTS (SELECT FROM "Undone" WHERE "Undone"."actorId" = known."actorId" AND "Undone"."changeSetId" = known."changeSetId"))`;

/** A change set that a write belongs to. */
interface JoinedChangeSet {
  readonly changeSetId: string;
  /** Forgets the id again where this write was the first to give it, and none has since. */
  leave(): Promise<void>;
}

/** The change set that an actor's own id stands for; after its end, another one. */
export async function joinChangeSet(actor: Actor, givenId: string): Promise<JoinedChangeSet> {
  const [joined] = await change(() =>
    query<{ changeSetId: string; isFirst: boolean }>(Prisma.sql`
      INSERT INTO "JoinedChangeSet" AS known ("actorId", "givenId", "changeSetId", "openedAt", "joinedAt")
      VALUES (${actor.id}::uuid, ${givenId}::uuid,
        CASE WHEN EXISTS (SELECT FROM "JoinedChangeSet" WHERE "givenId" = ${givenId}::uuid) THEN ${v7()}::uuid ELSE ${givenId}::uuid END,
        statement_timestamp(), statement_timestamp())
      ON CONFLICT ("actorId", "givenId") DO UPDATE SET
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
  // The database may be what has refused the write; then housekeeping forgets it.
  await change(() =>
    query(Prisma.sql`
      DELETE FROM "JoinedChangeSet" WHERE "actorId" = ${actor.id}::uuid AND "givenId" = ${givenId}::uuid
        AND "changeSetId" = ${joined.changeSetId}::uuid AND "joinedAt" = "openedAt"`),
  ).catch(() => {});
}
