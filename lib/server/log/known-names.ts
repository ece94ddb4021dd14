import type * as z from "zod";
import type { author } from "../../contract/changes";
import { rightsOf } from "../access/key-rows";
import { areWithin, type Rights } from "../access/rights";
import { prisma } from "../db";

/**
 * Removes the names of keys that can do more than the caller's, if the caller is restricted to certain databases.
 * Such callers do not see these keys in the list either.
 */
export async function withKnownNames<Made extends { readonly actor: z.infer<typeof author> }>(
  made: readonly Made[],
  own: Rights,
): Promise<Made[]> {
  if (own.databases === null) return [...made];
  const ids = [...new Set(made.map(({ actor }) => actor.id))];
  const [keys, sessions] = await Promise.all([
    prisma().apiKey.findMany({ where: { id: { in: ids } } }),
    prisma().session.findMany({ where: { id: { in: ids } }, include: { key: true } }),
  ]);
  const keyOf = new Map([
    ...keys.map((key) => [key.id, key] as const),
    ...sessions.map(({ id, key }) => [id, key] as const),
  ]);
  return made.map((each) => {
    const key = keyOf.get(each.actor.id);
    return key && areWithin(rightsOf(key), own) ? each : { ...each, actor: { ...each.actor, name: null } };
  });
}
