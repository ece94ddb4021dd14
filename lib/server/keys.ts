import { v7 } from "uuid";
import { mintKey } from "../contract/ids";
import { type Scope, scopes } from "../contract/keys";
import { changeSet } from "./changes";
import { prisma, type Transaction } from "./db";
import { hashOf } from "./secrets";

/** Who calls: an API key, a browser's session, or somebody who is about to sign in. */
export interface Actor {
  readonly kind: "key" | "session" | "nobody";
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/** By which way a record came, as the `source` field tells. */
export type Source = "ui" | "public_api" | "import";

export function sourceOf(actor: Actor): Source {
  return actor.kind === "session" ? "ui" : "public_api";
}

/** Makes a key with every right and gives it, this once. */
export async function mintApiKey(name: string): Promise<string> {
  const key = mintKey();
  await changeSet((transaction) => storeKey(transaction, name, key));
  return key;
}

/**
 * Makes the first key of an empty database and gives it, this once; null where there is one already.
 * With `given`, sees to it that just this key exists.
 */
export function ensureOwnerKey(given?: string): Promise<string | null> {
  return changeSet(async (transaction) => {
    // Two processes may start on one empty database at the same time.
    await transaction.$executeRaw`LOCK TABLE "ApiKey" IN SHARE ROW EXCLUSIVE MODE`;
    if (given !== undefined) {
      const known = await transaction.apiKey.findUnique({ where: { hash: hashOf(given) } });
      if (!known) await storeKey(transaction, "from ROWHOUSE_API_KEY", given);
      return null;
    }
    if ((await transaction.apiKey.count()) > 0) return null;
    const key = mintKey();
    await storeKey(transaction, "Owner", key);
    return key;
  });
}

/** How long a key is taken for good without asking the database: revocation holds within a second. */
const trustedFor = 500;
const trusted = new Map<string, { actor: Actor; until: number }>();

/** Who a key belongs to, or null for a key that is none. */
export async function findKey(key: string): Promise<Actor | null> {
  const hash = hashOf(key);
  const name = Buffer.from(hash).toString("latin1");
  const known = trusted.get(name);
  if (known && known.until > performance.now()) return known.actor;
  const found = await prisma().apiKey.findUnique({ where: { hash } });
  trusted.delete(name);
  if (!found) return null;
  const actor: Actor = { kind: "key", id: found.id, scopes: found.scopes as Scope[] };
  trusted.set(name, { actor, until: performance.now() + trustedFor });
  return actor;
}

async function storeKey(transaction: Transaction, name: string, key: string): Promise<void> {
  await transaction.apiKey.create({ data: { id: v7(), name, hash: hashOf(key), scopes: [...scopes] } });
}
