import type * as z from "zod";
import type { author } from "../../contract/changes";
import { rightsOf } from "../access/key-rows";
import { areWithin, type Rights } from "../access/rights";
import { prisma } from "../db";

/**
 * What was made, without the names of keys that can do more than one's own: who may do everything but see only some
 * databases is told of the others neither here nor by the list of keys. Whoever may see every database works with all
 * who do, and reads their names.
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
