import { unauthorized } from "../../contract/errors";
import { Prisma, query } from "../db";
import type { Actor } from "./author";
import { findSecret, findSessionById, isGood, isSignedIn, rightsOf } from "./key-rows";
import { type CallerRights, everyRight } from "./rights";

/**
 * Reads the caller's current rights and locks them until the transaction ends, because they may have been revoked,
 * narrowed or rotated since authentication. Also locks the keys `others`, all in one order.
 */
export async function holdRights(actor: Actor, ...others: string[]): Promise<CallerRights> {
  const ids = [...others, ...(actor.keyId === null ? [] : [actor.keyId])];
  await query(Prisma.sql`
    SELECT FROM "ApiKey" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE`);
  await query(Prisma.sql`SELECT FROM "Person" WHERE "id" = ${actor.person.id}::uuid FOR SHARE`);
  const rights = actor.kind === "session" ? await rightsOfSession(actor.id) : await rightsOfSecret(actor);
  if (!rights) throw unauthorized("This API key or session is no longer valid.");
  return rights;
}

async function rightsOfSession(id: string): Promise<CallerRights | null> {
  await query(Prisma.sql`SELECT FROM "Session" WHERE "id" = ${id}::uuid FOR SHARE`);
  const session = await findSessionById(id);
  if (!session || !isSignedIn(session)) return null;
  const { key, person } = session;
  return { ...(key ? rightsOf(key) : everyRight), person };
}

async function rightsOfSecret({ secretHash }: Actor): Promise<CallerRights | null> {
  if (!secretHash) return null;
  await query(Prisma.sql`SELECT FROM "KeySecret" WHERE "hash" = ${Buffer.from(secretHash)} FOR SHARE`);
  const secret = await findSecret(secretHash);
  return secret && isGood(secret) ? { ...rightsOf(secret.key), person: secret.person } : null;
}
