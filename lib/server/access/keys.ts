import { v7 } from "uuid";
import { ApiError, badRequest, notFound } from "../../contract/errors";
import { keyId, keySecret, mintKey } from "../../contract/ids";
import type { Key, KeyCreate, KeyRotate, KeyUpdate, Scope, ShownKey } from "../../contract/keys";
import type { NamedPerson } from "../../contract/people";
import type { KeyPlace } from "../../contract/places";
import { quote } from "../../field-types/text";
import { Prisma, prisma, query } from "../db";
import { groupBy } from "../group-by";
import { change } from "../log/changes";
import { logger } from "../logger";
import { record, subjectOf } from "./audit";
import type { Actor } from "./author";
import { holdRights } from "./current-rights";
import { findSecret, findSecretForAuth, isGood, type KeyRow, rightsOf } from "./key-rows";
import { noteUse } from "./last-use";
import { ownerOf } from "./owner";
import { areWithin, type CallerRights, everyRight, isOwn, type Rights, refuseExcess } from "./rights";
import { hashOf } from "./secrets";

/**
 * Lists the caller's keys within its rights, oldest first; for owners of the installation, those of everybody. Other keys
 * are invisible.
 */
export async function listKeys(own: CallerRights): Promise<Key[]> {
  const everyKey = await prisma().apiKey.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: withPerson,
  });
  const known = knownKeys(everyKey, own);
  return known.visible.filter(({ revokedAt }) => revokedAt === null).map((row) => presentKey(row, known));
}

/** Reads a key; a 404 if it is not visible. */
export async function getKey(own: CallerRights, place: KeyPlace): Promise<Key> {
  return presentAlone(await keyAt(place, own), own);
}

/** Creates a key and returns its secret, which is not stored. */
export function createKey(actor: Actor, given: KeyCreate): Promise<ShownKey> {
  return change(async () => {
    const own = await holdRights(actor);
    await refuseUnknownBases(given.databases, own);
    refuseExcess(given, own);
    const secret = mintKey();
    const row = await storeKey(secret, { ...given, madeById: actor.keyId, personId: actor.person.id });
    return { ...(await presentAlone(row, own)), key: secret };
  });
}

/** Changes the name and rights of a key. Takes effect within a second. */
export function updateKey(actor: Actor, place: KeyPlace, given: KeyUpdate): Promise<Key> {
  return change(async () => {
    const { row, own } = await holdKey(place, actor);
    await refuseUnknownBases(given.databases, own);
    refuseExcess({ ...rightsOf(row), ...given }, own);
    const updated = await prisma().apiKey.update({
      where: { id: row.id },
      data: columnsOf(given),
      include: withPerson,
    });
    const details = { scopes: updated.scopes as Scope[], changed: Object.keys(given) };
    if (details.changed.length > 0)
      await record("key-changed", { subject: subjectOf("key", updated), details });
    return presentAlone(updated, own);
  });
}

/** Revokes a key permanently, within a second. `made` also revokes keys created by it, directly or indirectly. */
export async function deleteKey(
  actor: Actor,
  place: KeyPlace,
  { made = false }: { readonly made?: boolean } = {},
): Promise<void> {
  await change(async () => {
    const { row, own } = await holdKey(place, actor);
    const ids = [row.id, ...(made ? await holdMade(row.id, own) : [])];
    const { count } = await prisma().apiKey.updateMany({
      where: { id: { in: ids }, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    await record("key-revoked", { subject: subjectOf("key", row), details: { count } });
  });
}

/**
 * Replaces the secret of a key and returns the new one, which is not stored. The old secret and the sessions it
 * signed in end after the overlap, except the session of this call; earlier expiries stay. Throws a 403 for the key of
 * another person, whose secret would let the caller act under that person's name.
 */
export function rotateKey(actor: Actor, place: KeyPlace, { overlapSeconds }: KeyRotate): Promise<ShownKey> {
  return change(async () => {
    const { row, own } = await holdKey(place, actor);
    if (row.personId !== own.person.id) {
      throw new ApiError(
        "FORBIDDEN",
        "Only the person whose API key this is can rotate it. Revoke it instead.",
      );
    }
    const end = new Date(Date.now() + overlapSeconds * 1000);
    await prisma().keySecret.updateMany({
      where: { keyId: row.id, OR: [{ endsAt: null }, { endsAt: { gt: end } }] },
      data: { endsAt: end },
    });
    await prisma().session.updateMany({
      where: { keyId: row.id, id: { not: actor.id }, expiresAt: { gt: end } },
      data: { expiresAt: end },
    });
    const secret = mintKey();
    await prisma().keySecret.create({ data: { hash: hashOf(secret), keyId: row.id } });
    await record("key-rotated", { subject: subjectOf("key", row) });
    return { ...(await presentAlone(row, own)), key: secret };
  });
}

/** Creates a key for the owner of the installation and returns its secret. */
export async function mintApiKey(given: { readonly name: string } & Partial<Rights>): Promise<string> {
  const secret = mintKey();
  await change(async () => {
    const owner = await ownerOf();
    await refuseUnknownBases(given.databases, { ...everyRight, person: owner });
    await storeKey(secret, { ...everyRight, ...given, madeById: null, personId: owner.id });
  });
  return secret;
}

/**
 * Creates the first key of an empty database and returns its secret; null if a key exists. With `given`, ensures
 * that this key exists. A revoked or rotated secret stays invalid.
 */
export function ensureOwnerKey(given?: string): Promise<string | null> {
  return change(async () => {
    // Serialises processes that start on the same empty database.
    await query(Prisma.sql`LOCK TABLE "ApiKey" IN SHARE ROW EXCLUSIVE MODE`);
    const { id: personId } = await ownerOf();
    if (given !== undefined) {
      const known = await findSecret(hashOf(given));
      if (!known)
        await storeKey(given, {
          ...everyRight,
          name: "Key from ROWHOUSE_API_KEY",
          madeById: null,
          personId,
        });
      else if (!isGood(known))
        logger.warn("ROWHOUSE_API_KEY is not valid any more: it was revoked, rotated or has expired");
      return null;
    }
    if ((await prisma().apiKey.count()) > 0) return null;
    const secret = mintKey();
    await storeKey(secret, { ...everyRight, name: "Owner", madeById: null, personId });
    return secret;
  });
}

/** Time in ms that a key is cached, so that revocation takes effect within a second. */
const trustedFor = 500;
/** Cached lookups by hash. Concurrent callers share one lookup. */
const trusted = new Map<string, { actor: Promise<Actor | null>; until: number }>();

/** Finds the actor of a secret; null if it is invalid. `isFresh` reads it again even if it is cached. */
export async function findKey(secret: string, isFresh = false): Promise<Actor | null> {
  if (!keySecret.test(secret)) return null;
  const name = Buffer.from(hashOf(secret)).toString("latin1");
  const known = trusted.get(name);
  if (known && known.until > performance.now() && !isFresh) return known.actor;
  const actor = askForKey(secret);
  trusted.set(name, { actor, until: performance.now() + trustedFor });
  // Invalid secrets are not cached, because their number is unlimited.
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
  const found = await findSecretForAuth(secretHash);
  if (!found || !isGood(found)) return null;
  const { key, person } = found;
  noteUse(key);
  return { kind: "key", id: key.id, keyId: key.id, secretHash, ...rightsOf(key), person };
}

/** Locks a key and the caller's rights until the transaction ends. A key beyond those rights is a 404. */
async function holdKey(place: KeyPlace, actor: Actor): Promise<{ row: NamedKeyRow; own: CallerRights }> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  const own = await holdRights(actor, ...(success ? [id] : []));
  return { row: await keyAt(place, own), own };
}

async function keyAt(place: KeyPlace, own: CallerRights): Promise<NamedKeyRow> {
  const { success, data: id } = keyId.safeParse(place.keyId);
  const row = success
    ? await prisma().apiKey.findUnique({ where: { id, revokedAt: null }, include: withPerson })
    : null;
  if (!row || !isVisible(row, own)) throw notFound("key", place.keyId);
  return row;
}

/** Finds the keys created by a key, directly or indirectly, and locks them so that none can create another. */
async function holdMade(id: string, own: CallerRights): Promise<string[]> {
  for (let held: readonly string[] = []; ; ) {
    const everyKey = await prisma().apiKey.findMany({ include: withPerson });
    const made = madeBy(id, knownKeys(everyKey, own));
    if (made.length === held.length) return made;
    await query(Prisma.sql`
      SELECT FROM "ApiKey" WHERE "id" = ANY(${made}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE`);
    held = made;
  }
}

/** Refuses databases that do not exist or are beyond the caller's rights, with the same error. */
async function refuseUnknownBases(
  ids: readonly string[] | null | undefined,
  own: CallerRights,
): Promise<void> {
  if (!ids) return;
  const found = await prisma().base.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id).filter((id) => isOwn(id, own)));
  const details = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `databases[${index}]`, message: `is not the id of a database: ${quote(id)}` }],
  );
  if (details.length > 0) throw badRequest(details);
}

interface NewKey extends Rights {
  readonly name: string;
  readonly madeById: string | null;
  readonly personId: string;
}

/** A key with the name of its person. */
type NamedKeyRow = KeyRow & { readonly person: NamedPerson };

const withPerson = { person: { select: { id: true, name: true } } } as const;

async function storeKey(secret: string, given: NewKey): Promise<NamedKeyRow> {
  const row = await prisma().apiKey.create({
    data: { id: v7(), ...columnsOf(given), secrets: { create: { hash: hashOf(secret) } } },
    include: withPerson,
  });
  await record("key-created", { subject: subjectOf("key", row), details: { scopes: [...given.scopes] } });
  return row;
}

/** Converts to columns. A list that is null is SQL NULL instead of the JSON text `null`. */
function columnsOf<Given extends Partial<NewKey>>({ scopes, databases, ...others }: Given) {
  return {
    ...others,
    ...(scopes && { scopes: [...scopes] }),
    ...(databases !== undefined && { databases: databases === null ? Prisma.DbNull : [...databases] }),
  };
}

/** All keys visible to the caller, revoked ones included, with their creators. */
interface KnownKeys {
  readonly visible: readonly NamedKeyRow[];
  readonly byId: ReadonlyMap<string, KeyRow>;
  readonly byMaker: ReadonlyMap<string | null, readonly KeyRow[]>;
}

/** True for keys within the caller's rights: their own ones, or everybody's for owners of the installation. */
function isVisible(row: KeyRow, own: CallerRights): boolean {
  const { person } = own;
  return areWithin(rightsOf(row), own) && (person.role === "owner" || row.personId === person.id);
}

function knownKeys(rows: readonly NamedKeyRow[], own: CallerRights): KnownKeys {
  const visible = rows.filter((row) => isVisible(row, own));
  return {
    visible,
    byId: new Map(visible.map((row) => [row.id, row])),
    byMaker: groupBy(rows, ({ madeById }) => madeById),
  };
}

/** Ids of the active keys created by a key, directly or indirectly, even through revoked keys. */
function madeBy(id: string, { byId, byMaker }: KnownKeys): string[] {
  const ids: string[] = [];
  for (const makers = [id]; makers.length > 0; ) {
    const made = (byMaker.get(makers.pop() ?? "") ?? []).map((row) => row.id);
    makers.push(...made);
    ids.push(...made.filter((each) => byId.get(each)?.revokedAt === null));
  }
  return ids;
}

async function presentAlone(row: NamedKeyRow, own: CallerRights): Promise<Key> {
  return presentKey(row, knownKeys(await prisma().apiKey.findMany({ include: withPerson }), own));
}

function presentKey(row: NamedKeyRow, known: KnownKeys): Key {
  const { madeById } = row;
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    databases: row.databases as string[] | null,
    person: { id: row.person.id, name: row.person.name },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    madeBy: madeById === null ? null : { id: madeById, name: known.byId.get(madeById)?.name ?? null },
    made: madeBy(row.id, known).length,
  };
}
