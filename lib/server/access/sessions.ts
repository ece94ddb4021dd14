import { v7 } from "uuid";
import { ApiError, notFound, unauthorized } from "../../contract/errors";
import { keySecret } from "../../contract/ids";
import { limits } from "../../contract/limits";
import type { SessionPlace } from "../../contract/places";
import type { SessionCreate, SignedIn } from "../../contract/sessions";
import { Prisma, prisma, query, queryReserved } from "../db";
import { change } from "../log/changes";
import { record, recordRefusal } from "./audit";
import type { Actor } from "./author";
import { attemptPassword, countWrongSecret } from "./failed-sign-ins";
import {
  findSecret,
  findSecretForAuth,
  findSessionForAuth,
  isGood,
  isInForce,
  isSignedIn,
  rightsOf,
} from "./key-rows";
import { knownBrowserOf, mintKnownToken } from "./known-browsers";
import { noteSession, noteUse, sessionDays } from "./last-use";
import { codeRequired, redeemCode, type WithSecondFactor, wrongCode } from "./one-time-codes";
import { ownerOf } from "./owner";
import { isPassword } from "./passwords";
import { areWithin, everyRight } from "./rights";
import { hashOf, mintedSecret, mintSecret } from "./secrets";

const codeMinutes = 15;

/** Creates a one-time code that signs in one browser as the owner. */
export async function createSignInCode(): Promise<string> {
  const code = mintSecret();
  await change(async () => {
    await prisma().signInCode.create({
      data: { hash: hashOf(code), expiresAt: after(codeMinutes * 60_000) },
    });
    await record("sign-in-link-created", {});
  });
  return code;
}

/** The secrets that a browser keeps after signing in. */
export interface NewSession {
  /** The token of the session. */
  readonly token: string;
  /** The token by which the browser is known later; null for people without a password, and for keys. */
  readonly known: string | null;
}

/** A browser that signs in. */
export interface Browser {
  readonly address: string;
  /** The tokens by which it may be known. */
  readonly known: readonly string[];
}

/**
 * Signs in a browser. Failed attempts are limited. One with a key or code opens no transaction, and a malformed secret
 * causes no query.
 */
export async function createSession(given: ByPassword | BySecret, browser: Browser): Promise<NewSession> {
  if ("email" in given) return signInByPassword(given, browser);
  const token = (await isKnown(given)) ? await signIn(given) : undefined;
  if (token !== undefined) return { token, known: null };
  const { address } = browser;
  await countWrongSecret(address);
  recordRefusal("sign-in-failed", { details: { by: "key" in given ? "key" : "link" } });
  throw unauthorized(
    "key" in given
      ? "This is not a valid API key."
      : "This sign-in link was used already or is older than 15 minutes. Sign in with an API key, or create a new link with npm run owner-link.",
  );
}

/**
 * Signs in by e-mail address and password. An unknown address and a wrong password get the same error in the same time.
 */
async function signInByPassword(given: ByPassword, browser: Browser): Promise<NewSession> {
  const email = given.email.trim().toLowerCase();
  const person = await prisma().person.findUnique({ where: { email } });
  const attempt = await attemptSignIn(person, { ...given, email }, placeOf(browser, person));
  if (!person || attempt === "wrong") throw unauthorized("The e-mail address or password is wrong.");
  if (attempt === "wrong code") throw wrongCode();
  return change(async () => {
    // Waits for a concurrent change of the password or deactivation, which end all sessions.
    await query(Prisma.sql`SELECT FROM "Person" WHERE "id" = ${person.id}::uuid FOR SHARE`);
    const current = await prisma().person.findUnique({ where: { id: person.id } });
    if (current?.password !== person.password || current?.deactivatedAt !== null) {
      throw unauthorized("The password was changed meanwhile.");
    }
    await record("signed-in", { personId: person.id, details: { by: "password" } });
    return openSession({ personId: person.id });
  });
}

/**
 * The place from which wrong passwords count. A browser in which the person has signed in before is a place of its own,
 * so that the tries of others at its address do not lock it out.
 */
function placeOf({ address, known }: Browser, person: { readonly password: string | null } | null): string {
  const password = person?.password ?? null;
  if (password === null) return address;
  const [id] = known.flatMap((token) => knownBrowserOf(token, password) ?? []);
  return id === undefined ? address : `browser ${id}`;
}

/**
 * Checks password and code of a person, who may be unknown. A missing code is a 401 that asks for it, which does not count
 * as a failed attempt.
 */
export async function attemptSignIn(
  person:
    | (WithSecondFactor & { readonly password: string | null; readonly deactivatedAt: Date | null })
    | null,
  {
    email,
    password,
    code,
  }: { readonly email: string; readonly password: string; readonly code?: string | undefined },
  address: string,
): Promise<"right" | "wrong" | "wrong code"> {
  let isCodeMissing = false;
  let isCodeWrong = false;
  const isRight = await attemptPassword({ email, address }, async () => {
    if (!(await isPassword(password, person?.password ?? null)) || person?.deactivatedAt !== null)
      return false;
    if (person.secondFactor === null) return true;
    isCodeMissing = code === undefined;
    if (code === undefined) return true;
    isCodeWrong = !(await redeemCode(person, code));
    return !isCodeWrong;
  });
  if (isCodeMissing) throw codeRequired();
  if (isRight) return "right";
  const by = isCodeWrong ? "code" : "password";
  recordRefusal("sign-in-failed", { personId: person?.id ?? null, details: { by } });
  return isCodeWrong ? "wrong code" : "wrong";
}

/** Sessions by password that a person may have; beyond it, the oldest end. */
const maxByPassword = 100;

/** Creates a session of a person. */
export async function openSession({ personId }: { readonly personId: string }): Promise<NewSession> {
  const token = mintSecret();
  await prisma().session.create({
    data: { id: v7(), hash: hashOf(token), personId, expiresAt: after(sessionDays * 86_400_000) },
  });
  await query(Prisma.sql`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "personId" = ${personId}::uuid AND "keyId" IS NULL
      ORDER BY "createdAt" DESC, "id" DESC OFFSET ${maxByPassword})`);
  const person = await prisma().person.findUnique({ where: { id: personId }, select: { password: true } });
  const password = person?.password ?? null;
  return { token, known: password === null ? null : mintKnownToken(password) };
}

type ByPassword = Extract<SessionCreate, { email: string }>;
type BySecret = Exclude<SessionCreate, ByPassword | { passkey: unknown }>;

/** Checks whether a secret exists. It may still be used up by a concurrent sign-in. */
async function isKnown(given: BySecret): Promise<boolean> {
  if ("key" in given) {
    const found = keySecret.test(given.key) ? await findSecretForAuth(hashOf(given.key)) : null;
    return found !== null && isGood(found);
  }
  if (!mintedSecret.test(given.code)) return false;
  const codes = await queryReserved(
    Prisma.sql`SELECT FROM "SignInCode" WHERE "hash" = ${hashOf(given.code)}`,
  );
  return codes.length > 0;
}

/** Creates a session and returns its token; undefined if the key or code has just ended. */
async function signIn(given: BySecret): Promise<string | undefined> {
  const token = mintSecret();
  const signedIn = await change(async () => {
    const owner = await findOwner(given);
    if (!owner) return false;
    const now = new Date();
    await prisma().signInCode.deleteMany({ where: { expiresAt: { lt: now } } });
    await prisma().session.deleteMany({ where: { expiresAt: { lt: now } } });
    await prisma().session.create({
      data: { id: v7(), hash: hashOf(token), ...owner },
    });
    if (owner.keyId !== null) await endOldest(owner.keyId);
    const { personId, keyId } = owner;
    await record("signed-in", { personId, keyId, details: { by: "key" in given ? "key" : "link" } });
    return true;
  });
  return signedIn ? token : undefined;
}

export async function deleteSession(actor: Actor): Promise<void> {
  if (actor.kind === "session") {
    await change(async () => {
      await prisma().session.deleteMany({ where: { id: actor.id } });
      await record("signed-out", {});
    });
  }
}

/** Finds the caller of a cookie's token; null if it is unknown or has expired, by itself or with its key. */
export async function findSession({ token, isEarlier }: GivenToken): Promise<Actor | null> {
  const found = await findSessionForAuth(hashOf(token));
  if (!found || !isSignedIn(found)) return null;
  if (isEarlier && !(await isOfEarlierVersion(found.id))) return null;
  const { id, key, person } = found;
  if (!key) {
    noteSession(found);
    return { kind: "session", id, keyId: null, ...everyRight, person };
  }
  // Not extended, because the session of a secret that was replaced must end with it.
  noteUse(key);
  return { kind: "session", id, keyId: key.id, ...rightsOf(key), person };
}

/** A cookie's token. Under the earlier cookie name, only sessions of earlier versions are accepted. */
interface GivenToken {
  readonly token: string;
  readonly isEarlier: boolean;
}

/** Compares with the migration of the version that renamed the cookies. */
async function isOfEarlierVersion(sessionId: string): Promise<boolean> {
  const rows = await queryReserved(Prisma.sql`
    SELECT FROM "Session" WHERE "id" = ${sessionId}::uuid AND "createdAt" < (
      SELECT min("finished_at") FROM "_prisma_migrations" WHERE "migration_name" = '0009_minted_ids')`);
  return rows.length > 0;
}

/** Lists the browsers of the caller's person signed in with the caller's key; with the scope `keys`, all within its rights. */
export async function listSessions(actor: Actor): Promise<SignedIn[]> {
  const rows = await visibleSessions(actor);
  return rows.map(({ id, key, createdAt, expiresAt }) => ({
    id,
    key: key && { id: key.id, name: key.name },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === actor.id,
  }));
}

/** Signs out one of the listed browsers. */
export async function endSession(actor: Actor, { sessionId }: SessionPlace): Promise<void> {
  const seen = await visibleSessions(actor);
  if (!seen.some(({ id }) => id === sessionId)) throw notFound("session", sessionId);
  await signOut([sessionId]);
}

/** Signs out all listed browsers except the caller's own. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  const ids = (await visibleSessions(actor)).map(({ id }) => id).filter((id) => id !== actor.id);
  await signOut(ids);
}

async function signOut(ids: readonly string[]): Promise<void> {
  await change(async () => {
    const { count } = await prisma().session.deleteMany({ where: { id: { in: [...ids] } } });
    if (count > 0) await record("browsers-signed-out", { details: { count } });
  });
}

async function visibleSessions(actor: Actor) {
  const rows = await prisma().session.findMany({
    where: { personId: actor.person.id, expiresAt: { gt: new Date() } },
    include: { key: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.filter(({ keyId, key }) => {
    if (key && !isInForce(key)) return false;
    const isSeen = actor.scopes.includes("keys") && areWithin(key ? rightsOf(key) : everyRight, actor);
    return keyId === actor.keyId || isSeen;
  });
}

/** Signs out the oldest sessions of a key beyond the limit. The key's row is locked. */
async function endOldest(keyId: string): Promise<void> {
  await query(Prisma.sql`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "keyId" = ${keyId}::uuid ORDER BY "createdAt" DESC, "id" DESC
      OFFSET ${limits.sessionsPerKey})`);
}

/** The person and key whose rights a session has, and its expiry. */
interface Owner {
  readonly personId: string;
  /** Null if the session has all rights of the person. */
  readonly keyId: string | null;
  readonly expiresAt: Date;
}

/** Finds the key or code of a sign-in; null if it is invalid. */
async function findOwner(given: BySecret): Promise<Owner | null> {
  const latestEnd = after(sessionDays * 86_400_000);
  if ("key" in given) {
    const hash = hashOf(given.key);
    const known = await findSecret(hash);
    if (!known) return null;
    // Waits for concurrent rotations, which end this session too, and for other sign-ins.
    await query(Prisma.sql`SELECT FROM "ApiKey" WHERE "id" = ${known.key.id}::uuid FOR NO KEY UPDATE`);
    const found = await findSecret(hash);
    if (!found || !isGood(found)) return null;
    requireRead(found.key);
    // A session ends with its secret.
    const { key, endsAt } = found;
    return {
      personId: key.personId,
      keyId: key.id,
      expiresAt: endsAt !== null && endsAt < latestEnd ? endsAt : latestEnd,
    };
  }
  // Uses up the code by deleting it: of two concurrent browsers, only one succeeds.
  const { count } = await prisma().signInCode.deleteMany({
    where: { hash: hashOf(given.code), expiresAt: { gt: new Date() } },
  });
  if (count === 0) return null;
  return { personId: (await ownerOf()).id, keyId: null, expiresAt: latestEnd };
}

/** All pages need the scope `read`. */
function requireRead({ scopes }: { scopes: readonly string[] }): void {
  if (!scopes.includes("read")) {
    throw new ApiError("FORBIDDEN", 'This key cannot sign in, because it lacks the scope "read".');
  }
}

function after(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}
