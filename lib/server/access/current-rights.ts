import { unauthorized } from "../../contract/errors";
import { Prisma, query } from "../db";
import type { Actor } from "./author";
import { everyRight, findSecret, findSessionById, isGood, isSignedIn, rightsOf } from "./key-rows";
import type { Rights } from "./rights";

/**
 * Reads the caller's current rights and locks them until the transaction ends, because they may have been revoked,
 * narrowed or rotated since authentication. Also locks the keys `others`, all in one order.
 */
export async function holdRights(actor: Actor, ...others: string[]): Promise<Rights> {
  const ids = [...others, ...(actor.keyId === null ? [] : [actor.keyId])];
  await query(Prisma.sql`
    SELECT FROM "ApiKey" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE`);
  const rights = actor.kind === "session" ? await rightsOfSession(actor.id) : await rightsOfSecret(actor);
  if (!rights) throw unauthorized("This API key or session is no longer valid.");
  return rights;
}

async function rightsOfSession(id: string): Promise<Rights | null> {
  await query(Prisma.sql`SELECT FROM "Session" WHERE "id" = ${id}::uuid FOR SHARE`);
  const session = await findSessionById(id);
  if (!session || !isSignedIn(session)) return null;
  return session.key ? rightsOf(session.key) : everyRight;
}

async function rightsOfSecret({ secretHash }: Actor): Promise<Rights | null> {
  if (!secretHash) return null;
  await query(Prisma.sql`SELECT FROM "KeySecret" WHERE "hash" = ${Buffer.from(secretHash)} FOR SHARE`);
  const secret = await findSecret(secretHash);
  return secret && isGood(secret) ? rightsOf(secret.key) : null;
}
