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

/** The change set that an actor's own id stands for; after its end, another one. */
export function joinChangeSet(actor: Actor, givenId: string): Promise<string> {
  return change(async () => {
    const [joined] = await query<{ changeSetId: string }>(Prisma.sql`
      INSERT INTO "JoinedChangeSet" AS known ("actorId", "givenId", "changeSetId")
      VALUES (${actor.id}::uuid, ${givenId}::uuid,
        CASE WHEN EXISTS (SELECT FROM "JoinedChangeSet" WHERE "givenId" = ${givenId}::uuid) THEN ${v7()}::uuid ELSE ${givenId}::uuid END)
      ON CONFLICT ("actorId", "givenId") DO UPDATE SET
        "changeSetId" = CASE WHEN ${isOver} THEN ${v7()}::uuid ELSE known."changeSetId" END,
        "openedAt" = CASE WHEN ${isOver} THEN clock_timestamp() ELSE known."openedAt" END,
        "joinedAt" = clock_timestamp()
      RETURNING "changeSetId"`);
    return joined?.changeSetId ?? givenId;
  });
}
