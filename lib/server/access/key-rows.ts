import type { Scope } from "../../contract/keys";
import { Prisma, query, queryReserved, type Sql } from "../db";
import { type PersonRow, personColumns } from "./person-rows";
import type { Rights } from "./rights";

/** A stored key. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly databases: unknown;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly madeById: string | null;
  readonly personId: string;
}

/** A secret of a key. `endsAt` is null if it ends with the key. */
export interface SecretRow {
  readonly endsAt: Date | null;
  readonly key: KeyRow;
  readonly person: PersonRow;
}

/** A signed-in browser. `key` is null if it signed in by a password or link. */
export interface SessionRow {
  readonly id: string;
  readonly expiresAt: Date;
  readonly key: KeyRow | null;
  readonly person: PersonRow;
}

/** Finds a secret by its hash, even if it has ended. */
export async function findSecret(hash: Uint8Array): Promise<SecretRow | null> {
  const [row] = await query<FlatSecret>(secretSql(hash));
  return row ? secretOf(row) : null;
}

/** Finds a secret for authentication, on a reserved connection. */
export async function findSecretForAuth(hash: Uint8Array): Promise<SecretRow | null> {
  const [row] = await queryReserved<FlatSecret>(secretSql(hash));
  return row ? secretOf(row) : null;
}

/** Finds a session for authentication by the hash of its cookie. Concurrent lookups share one statement. */
export async function findSessionForAuth(hash: Uint8Array): Promise<SessionRow | null> {
  const asked = Buffer.from(hash);
  askedFor.push(asked);
  answer ??= Promise.resolve().then(askForSessions);
  return (await answer).get(asked.toString("hex")) ?? null;
}

let askedFor: Buffer[] = [];
let answer: Promise<Map<string, SessionRow>> | undefined;

async function askForSessions(): Promise<Map<string, SessionRow>> {
  const hashes = askedFor;
  askedFor = [];
  answer = undefined;
  const which = Prisma.sql`"Session"."hash" = ANY(${hashes}::bytea[])`;
  const rows = await queryReserved<FlatSession>(sessionSql(which));
  return new Map(rows.map((row) => [row.sessionHash.toString("hex"), sessionOf(row)]));
}

/** Finds a session by its id. */
export async function findSessionById(id: string): Promise<SessionRow | null> {
  const [row] = await query<FlatSession>(sessionSql(Prisma.sql`"Session"."id" = ${id}::uuid`));
  return row ? sessionOf(row) : null;
}

/** True if the secret is still valid. */
export function isGood({ endsAt, key, person }: SecretRow): boolean {
  return isAhead(endsAt) && isInForce(key) && person.isActive;
}

/** True if the session is still valid. */
export function isSignedIn({ expiresAt, key, person }: SessionRow): boolean {
  return isAhead(expiresAt) && (key === null || isInForce(key)) && person.isActive;
}

/** True if the key is neither revoked nor expired. */
export function isInForce({ revokedAt, expiresAt }: Pick<KeyRow, "revokedAt" | "expiresAt">): boolean {
  return revokedAt === null && isAhead(expiresAt);
}

/** The rights of a key. */
export function rightsOf({ scopes, databases, expiresAt }: KeyRow): Rights {
  return { scopes: scopes as Scope[], databases: databases as string[] | null, expiresAt };
}

function isAhead(end: Date | null): boolean {
  return end === null || end > new Date();
}

const keyColumns = Prisma.sql`"ApiKey"."id" AS "keyId", "ApiKey"."name", "ApiKey"."scopes", "ApiKey"."databases",
  "ApiKey"."createdAt", "ApiKey"."expiresAt", "ApiKey"."lastUsedAt", "ApiKey"."revokedAt", "ApiKey"."madeById",
  "ApiKey"."personId"`;

type FlatKey = Omit<KeyRow, "id"> & { readonly keyId: string };
type FlatSecret = FlatKey & { readonly endsAt: Date | null; readonly person: PersonRow };
type FlatSession = (FlatKey | { readonly keyId: null }) & {
  readonly person: PersonRow;
  readonly sessionId: string;
  readonly sessionHash: Buffer;
  readonly until: Date;
};

function secretSql(hash: Uint8Array): Sql {
  return Prisma.sql`
    SELECT "KeySecret"."endsAt", ${keyColumns}, ${personColumns}
    FROM "KeySecret" JOIN "ApiKey" ON "ApiKey"."id" = "KeySecret"."keyId" JOIN "Person" ON "Person"."id" = "ApiKey"."personId"
    WHERE "KeySecret"."hash" = ${Buffer.from(hash)}`;
}

function sessionSql(which: Sql): Sql {
  return Prisma.sql`
    SELECT "Session"."id" AS "sessionId", "Session"."hash" AS "sessionHash", "Session"."expiresAt" AS "until",
      ${keyColumns}, ${personColumns}
    FROM "Session" JOIN "Person" ON "Person"."id" = "Session"."personId"
    LEFT JOIN "ApiKey" ON "ApiKey"."id" = "Session"."keyId" WHERE ${which}`;
}

function secretOf({ endsAt, person, ...row }: FlatSecret): SecretRow {
  return { endsAt, person, key: keyOf(row) };
}

function sessionOf({ sessionId, sessionHash: _, until, person, ...row }: FlatSession): SessionRow {
  return { id: sessionId, expiresAt: until, person, key: row.keyId === null ? null : keyOf(row as FlatKey) };
}

function keyOf({ keyId, ...row }: FlatKey): KeyRow {
  return { id: keyId, ...row };
}
