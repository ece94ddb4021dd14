import { v7 } from "uuid";
import { badRequest, notFound } from "../../contract/errors";
import { keyId, mintKey } from "../../contract/ids";
import {
  type Key,
  type KeyCreate,
  type KeyRotate,
  type KeyUpdate,
  type Scope,
  type ShownKey,
  scopes,
} from "../../contract/keys";
import type { KeyPlace } from "../../contract/places";
import { quote } from "../../field-types/text";
import { Prisma, prisma, query, type Transaction } from "../db";
import { change } from "../log/changes";
import { logger } from "../logger";
import type { Actor } from "./author";
import { noteUse } from "./last-use";
import { areWithin, isOwn, type Rights, refuseExcess } from "./rights";
import { hashOf } from "./secrets";

/** The keys that reach nowhere that one's own rights do not, oldest first. Of others nobody is told. */
export async function listKeys(own: Rights): Promise<Key[]> {
  const rows = await prisma().apiKey.findMany({
    where: { revokedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.filter((row) => areWithin(rightsOf(row), own)).map(presentKey);
}

/** A key by its id; a 404 for one that one does not see in the list either. */
export async function getKey(own: Rights, place: KeyPlace): Promise<Key> {
  return presentKey(await keyAt(prisma(), place, own));
}

/** Makes a key and gives its secret, this once. */
export function createKey(own: Rights, given: KeyCreate): Promise<ShownKey> {
  return change(async (transaction) => {
    await refuseUnknownBases(transaction, given.databases, own);
    refuseExcess(given, own);
    const secret = mintKey();
    return { ...presentKey(await storeKey(transaction, secret, given)), key: secret };
  });
}

/** Changes a key's name and rights; whoever comes by it has the new ones within a second. */
export function updateKey(own: Rights, place: KeyPlace, given: KeyUpdate): Promise<Key> {
  return change(async (transaction) => {
    const row = await lockKey(transaction, place, own);
    await refuseUnknownBases(transaction, given.databases, own);
    refuseExcess({ ...rightsOf(row), ...given }, own);
    return presentKey(await transaction.apiKey.update({ where: { id: row.id }, data: columnsOf(given) }));
  });
}

/** Ends a key for good, within a second. */
export async function deleteKey(own: Rights, place: KeyPlace): Promise<void> {
  await change(async (transaction) => {
    const { id } = await lockKey(transaction, place, own);
    await transaction.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
  });
}

/**
 * Gives a key a new secret, this once. The one of until now ends with the overlap, and so do the sessions that it
 * has signed in, save the one that asks for this; what was to end sooner still does.
 */
export function rotateKey(actor: Actor, place: KeyPlace, { overlapSeconds }: KeyRotate): Promise<ShownKey> {
  return change(async (transaction) => {
    const row = await lockKey(transaction, place, actor);
    const end = new Date(Date.now() + overlapSeconds * 1000);
    await transaction.keySecret.updateMany({
      where: { keyId: row.id, OR: [{ endsAt: null }, { endsAt: { gt: end } }] },
      data: { endsAt: end },
    });
    await transaction.session.updateMany({
      where: { keyId: row.id, id: { not: actor.id }, expiresAt: { gt: end } },
      data: { expiresAt: end },
    });
    const secret = mintKey();
    await transaction.keySecret.create({ data: { hash: hashOf(secret), keyId: row.id } });
    return { ...presentKey(row), key: secret };
  });
}

/** Makes a key with every right and gives its secret, this once. */
export async function mintApiKey(name: string): Promise<string> {
  const secret = mintKey();
  await change((transaction) => storeKey(transaction, secret, { ...everyRight, name }));
  return secret;
}

/**
 * Makes the first key of an empty database and gives its secret, this once; null where there is a key already.
 * With `given`, sees to it that just this one exists. One that has been revoked or rotated away stays so.
 */
export function ensureOwnerKey(given?: string): Promise<string | null> {
  return change(async (transaction) => {
    // Two processes may start on one empty database at the same time.
    await query(Prisma.sql`LOCK TABLE "ApiKey" IN SHARE ROW EXCLUSIVE MODE`);
    if (given !== undefined) {
      const known = await findSecret(transaction, given);
      if (!known) await storeKey(transaction, given, { ...everyRight, name: "from ROWHOUSE_API_KEY" });
      else if (!isGood(known)) logger.warn("ROWHOUSE_API_KEY is a key that has ended; it opens nothing");
      return null;
    }
    if ((await transaction.apiKey.count()) > 0) return null;
    const secret = mintKey();
    await storeKey(transaction, secret, { ...everyRight, name: "Owner" });
    return secret;
  });
}

/** How long a key is taken for good without asking the database: revocation holds within a second. */
const trustedFor = 500;
/** By their hashes. Those who come while the database is asked share the answer. */
const trusted = new Map<string, { actor: Promise<Actor | null>; until: number }>();

/** Who a secret belongs to, or null for one that opens nothing. */
export function findKey(secret: string): Promise<Actor | null> {
  const name = Buffer.from(hashOf(secret)).toString("latin1");
  const known = trusted.get(name);
  if (known && known.until > performance.now()) return known.actor;
  const actor = askForKey(secret);
  trusted.set(name, { actor, until: performance.now() + trustedFor });
  // What opens nothing is not remembered: there is no end of such.
  const forget = () => {
    if (trusted.get(name)?.actor === actor) trusted.delete(name);
  };
  actor.then((found) => {
    if (!found) forget();
  }, forget);
  return actor;
}

async function askForKey(secret: string): Promise<Actor | null> {
  const found = await findGoodSecret(prisma(), secret);
  if (!found) return null;
  noteUse(found.key);
  return { kind: "key", id: found.keyId, keyId: found.keyId, ...rightsOf(found.key) };
}

/** A secret with its key, unless one of them has ended. */
export async function findGoodSecret(client: Transaction, secret: string): Promise<SecretRow | null> {
  const found = await findSecret(client, secret);
  return found && isGood(found) ? found : null;
}

/** Whether a key still opens anything. */
export function isInForce({ revokedAt, expiresAt }: KeyRow): boolean {
  return revokedAt === null && isAhead(expiresAt);
}

/** What a key may do. */
export function rightsOf({ scopes, databases, expiresAt }: KeyRow): Rights {
  return { scopes: scopes as Scope[], databases: databases as string[] | null, expiresAt };
}

export const everyRight: Rights = { scopes, databases: null, expiresAt: null };

type KeyRow = Prisma.ApiKeyGetPayload<object>;
type SecretRow = Prisma.KeySecretGetPayload<{ include: { key: true } }>;

function findSecret(client: Transaction, secret: string): Promise<SecretRow | null> {
  return client.keySecret.findUnique({ where: { hash: hashOf(secret) }, include: { key: true } });
}

function isGood({ endsAt, key }: SecretRow): boolean {
  return isAhead(endsAt) && isInForce(key);
}

function isAhead(end: Date | null): boolean {
  return end === null || end > new Date();
}

/** Holds a key until the change is done. One that reaches beyond one's own rights answers like one that is not there. */
async function lockKey(transaction: Transaction, place: KeyPlace, own: Rights): Promise<KeyRow> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  if (success) await query(Prisma.sql`SELECT FROM "ApiKey" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`);
  return keyAt(transaction, place, own);
}

async function keyAt(client: Transaction, place: KeyPlace, own: Rights): Promise<KeyRow> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  const row = success ? await client.apiKey.findUnique({ where: { id, revokedAt: null } }) : null;
  if (!row || !areWithin(rightsOf(row), own)) throw notFound("key", place.keyId);
  return row;
}

/** A database that one's own rights do not lead to is as unknown as one that is not there. */
async function refuseUnknownBases(
  transaction: Transaction,
  ids: readonly string[] | null | undefined,
  own: Rights,
): Promise<void> {
  if (!ids) return;
  const found = await transaction.base.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id).filter((id) => isOwn(id, own)));
  const details = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `databases[${index}]`, message: `is no database: there is no ${quote(id)}` }],
  );
  if (details.length > 0) throw badRequest(details);
}

interface NewKey extends Rights {
  readonly name: string;
}

function storeKey(transaction: Transaction, secret: string, given: NewKey): Promise<KeyRow> {
  return transaction.apiKey.create({
    data: { id: v7(), ...columnsOf(given), secrets: { create: { hash: hashOf(secret) } } },
  });
}

/** As the database holds them, where a list that is null is not the JSON text `null`. */
function columnsOf<Given extends Partial<NewKey>>({ scopes, databases, ...others }: Given) {
  return {
    ...others,
    ...(scopes && { scopes: [...scopes] }),
    ...(databases !== undefined && { databases: databases === null ? Prisma.DbNull : [...databases] }),
  };
}

function presentKey(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    databases: row.databases as string[] | null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
