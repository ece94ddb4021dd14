import { v7 } from "uuid";
import { badRequest, notFound } from "../../contract/errors";
import { keyId, keySecret, mintKey } from "../../contract/ids";
import type { Key, KeyCreate, KeyRotate, KeyUpdate, Scope, ShownKey } from "../../contract/keys";
import type { KeyPlace } from "../../contract/places";
import { quote } from "../../field-types/text";
import { Prisma, prisma, query, type Transaction } from "../db";
import { groupBy } from "../group-by";
import { change } from "../log/changes";
import { logger } from "../logger";
import type { Actor } from "./author";
import { holdRights } from "./current-rights";
import { everyRight, findSecret, findSecretAtDoor, isGood, type KeyRow, rightsOf } from "./key-rows";
import { noteUse } from "./last-use";
import { areWithin, isOwn, type Rights, refuseExcess } from "./rights";
import { hashOf } from "./secrets";

/** The keys that reach nowhere that one's own rights do not, oldest first. Of others nobody is told. */
export async function listKeys(own: Rights): Promise<Key[]> {
  const everyKey = await prisma().apiKey.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  const known = knownKeys(everyKey, own);
  return known.visible.filter(({ revokedAt }) => revokedAt === null).map((row) => presentKey(row, known));
}

/** A key by its id; a 404 for one that one does not see in the list either. */
export async function getKey(own: Rights, place: KeyPlace): Promise<Key> {
  return presentAlone(await keyAt(prisma(), place, own), own);
}

/** Makes a key and gives its secret, this once. */
export function createKey(actor: Actor, given: KeyCreate): Promise<ShownKey> {
  return change(async (transaction) => {
    const own = await holdRights(actor);
    await refuseUnknownBases(transaction, given.databases, own);
    refuseExcess(given, own);
    const secret = mintKey();
    const row = await storeKey(transaction, secret, { ...given, madeById: actor.keyId });
    return { ...(await presentAlone(row, own)), key: secret };
  });
}

/** Changes a key's name and rights; whoever comes by it has the new ones within a second. */
export function updateKey(actor: Actor, place: KeyPlace, given: KeyUpdate): Promise<Key> {
  return change(async (transaction) => {
    const { row, own } = await holdKey(transaction, place, actor);
    await refuseUnknownBases(transaction, given.databases, own);
    refuseExcess({ ...rightsOf(row), ...given }, own);
    const updated = await transaction.apiKey.update({ where: { id: row.id }, data: columnsOf(given) });
    return presentAlone(updated, own);
  });
}

/** Ends a key for good, within a second; `made`: with the keys that it has made, and those that they have. */
export async function deleteKey(
  actor: Actor,
  place: KeyPlace,
  { made = false }: { readonly made?: boolean } = {},
): Promise<void> {
  await change(async (transaction) => {
    const { row, own } = await holdKey(transaction, place, actor);
    const ids = [row.id, ...(made ? await holdMade(row.id, own) : [])];
    await transaction.apiKey.updateMany({
      where: { id: { in: ids }, revokedAt: null },
      data: { revokedAt: new Date() },
    });
  });
}

/**
 * Gives a key a new secret, this once. The one of until now ends with the overlap, and so do the sessions that it
 * has signed in, save the one that asks for this; what was to end sooner still does.
 */
export function rotateKey(actor: Actor, place: KeyPlace, { overlapSeconds }: KeyRotate): Promise<ShownKey> {
  return change(async (transaction) => {
    const { row, own } = await holdKey(transaction, place, actor);
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
    return { ...(await presentAlone(row, own)), key: secret };
  });
}

/** Makes a key for whoever runs the service, and gives its secret, this once. */
export async function mintApiKey(given: { readonly name: string } & Partial<Rights>): Promise<string> {
  const secret = mintKey();
  await change(async (transaction) => {
    await refuseUnknownBases(transaction, given.databases, everyRight);
    await storeKey(transaction, secret, { ...everyRight, ...given, madeById: null });
  });
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
      const known = await findSecret(hashOf(given));
      if (!known)
        await storeKey(transaction, given, {
          ...everyRight,
          name: "Key from ROWHOUSE_API_KEY",
          madeById: null,
        });
      else if (!isGood(known)) logger.warn("ROWHOUSE_API_KEY is a key that has ended; it opens nothing");
      return null;
    }
    if ((await transaction.apiKey.count()) > 0) return null;
    const secret = mintKey();
    await storeKey(transaction, secret, { ...everyRight, name: "Owner", madeById: null });
    return secret;
  });
}

/** How long a key is taken for good without asking the database: revocation holds within a second. */
const trustedFor = 500;
/** By their hashes. Those who come while the database is asked share the answer. */
const trusted = new Map<string, { actor: Promise<Actor | null>; until: number }>();

/** Who a secret belongs to, or null for one that opens nothing. */
export async function findKey(secret: string): Promise<Actor | null> {
  if (!keySecret.test(secret)) return null;
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
  const secretHash = hashOf(secret);
  const found = await findSecretAtDoor(secretHash);
  if (!found || !isGood(found)) return null;
  const { key } = found;
  noteUse(key);
  return { kind: "key", id: key.id, keyId: key.id, secretHash, ...rightsOf(key) };
}

/**
 * Holds a key, and the caller's rights, until the change is done. One that reaches beyond those answers like one that
 * is not there.
 */
async function holdKey(
  transaction: Transaction,
  place: KeyPlace,
  actor: Actor,
): Promise<{ row: KeyRow; own: Rights }> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  const own = await holdRights(actor, ...(success ? [id] : []));
  return { row: await keyAt(transaction, place, own), own };
}

async function keyAt(client: Transaction, place: KeyPlace, own: Rights): Promise<KeyRow> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  const row = success ? await client.apiKey.findUnique({ where: { id, revokedAt: null } }) : null;
  if (!row || !areWithin(rightsOf(row), own)) throw notFound("key", place.keyId);
  return row;
}

/** The keys that one has made, and those that they have; held, so that meanwhile none of them makes another. */
async function holdMade(id: string, own: Rights): Promise<string[]> {
  for (let held: readonly string[] = []; ; ) {
    const everyKey = await prisma().apiKey.findMany();
    const made = madeBy(id, knownKeys(everyKey, own));
    if (made.length === held.length) return made;
    await query(Prisma.sql`
      SELECT FROM "ApiKey" WHERE "id" = ANY(${made}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE`);
    held = made;
  }
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
  readonly madeById: string | null;
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

/** Every key there ever was, as far as somebody may see it, and what each of them has made. */
interface KnownKeys {
  readonly visible: readonly KeyRow[];
  readonly byId: ReadonlyMap<string, KeyRow>;
  readonly byMaker: ReadonlyMap<string | null, readonly KeyRow[]>;
}

function knownKeys(rows: readonly KeyRow[], own: Rights): KnownKeys {
  const visible = rows.filter((row) => areWithin(rightsOf(row), own));
  return {
    visible,
    byId: new Map(visible.map((row) => [row.id, row])),
    byMaker: groupBy(rows, ({ madeById }) => madeById),
  };
}

/** The ids of the keys in force that a key has made, and those in turn, be it that one in between is revoked. */
function madeBy(id: string, { byId, byMaker }: KnownKeys): string[] {
  const ids: string[] = [];
  for (const makers = [id]; makers.length > 0; ) {
    const made = (byMaker.get(makers.pop() ?? "") ?? []).map((row) => row.id);
    makers.push(...made);
    ids.push(...made.filter((each) => byId.get(each)?.revokedAt === null));
  }
  return ids;
}

async function presentAlone(row: KeyRow, own: Rights): Promise<Key> {
  return presentKey(row, knownKeys(await prisma().apiKey.findMany(), own));
}

function presentKey(row: KeyRow, known: KnownKeys): Key {
  const { madeById } = row;
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    databases: row.databases as string[] | null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    madeBy: madeById === null ? null : { id: madeById, name: known.byId.get(madeById)?.name ?? null },
    made: madeBy(row.id, known).length,
  };
}
