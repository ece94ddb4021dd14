import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ApiError, badRequest } from "../../contract/errors";
import { missingPassword, sharePasswordHeader, shareToken, wrongPassword } from "../../contract/shares";
import { attemptPassword } from "../access/failed-sign-ins";
import { noteVisit } from "../access/last-use";
import { may } from "../access/may";
import { isPassword } from "../access/passwords";
import { type PersonRow, personColumns } from "../access/person-rows";
import { type CallerRights, everyRight } from "../access/rights";
import { hashOf } from "../access/secrets";
import { Prisma, queryReserved } from "../db";

/** A visit to a shared link: what the caller sends. */
export interface Visit {
  readonly token: string;
  /** As sent, percent-encoded; null without one. */
  readonly password: string | null;
  /** The visitor's network address. */
  readonly address: string;
}

/** A shared link that a visitor has opened: the view that it shows, and how. */
export interface OpenShare {
  readonly token: string;
  readonly id: string;
  readonly databaseId: string;
  readonly tableId: string;
  readonly viewId: string;
  readonly sealingKey: string;
  readonly allowExport: boolean;
  readonly allowCopy: boolean;
  readonly embed: boolean;
  /** Null if it is not to be shown. */
  readonly sharedBy: string | null;
  /** The rights of its maker, beyond which it shows and does nothing. */
  readonly reader: CallerRights & Pick<Row, "person">;
}

/** The use of a link: it shows records, or takes those of a form. */
export type ShareUse = "records" | "form";

interface Row extends Omit<OpenShare, "token" | "sharedBy" | "reader"> {
  readonly password: string | null;
  readonly expiresAt: Date | null;
  readonly showsName: boolean;
  readonly lastUsedAt: Date | null;
  readonly person: PersonRow;
  readonly isForm: boolean;
  /** Null for a view in the trash. */
  readonly viewType: string | null;
}

/**
 * Opens a shared link for its use. Throws a 404 if it does not exist, has another use, has expired, or if its maker may no
 * longer read the database, and a 401 if it has a password that was not sent or is wrong.
 */
export async function openShare(visit: Visit, use: ShareUse = "records"): Promise<OpenShare> {
  const row = await findOpen(visit, use);
  if (row.password !== null) await requirePassword({ id: row.id, stored: row.password }, visit);
  noteVisit(row);
  return presentOpen(row, visit);
}

/** Opens a share without its password, for sealed addresses, whose holder has already given it. */
export async function openSealedShare(
  visit: Pick<Visit, "token">,
  use: ShareUse = "records",
): Promise<OpenShare> {
  return presentOpen(await findOpen(visit, use), visit);
}

function presentOpen(row: Row, { token }: Pick<Visit, "token">): OpenShare {
  const { id, databaseId, tableId, viewId, sealingKey, allowExport, allowCopy, embed, showsName, person } =
    row;
  const share = { id, databaseId, tableId, viewId, sealingKey, allowExport, allowCopy, embed };
  return { ...share, token, sharedBy: showsName ? person.name : null, reader: { ...everyRight, person } };
}

async function findOpen({ token }: Pick<Visit, "token">, use: ShareUse): Promise<Row> {
  const row = shareToken.test(token) ? await findShare(token) : undefined;
  if (!row || !isFor(row, use) || !isOpen(row)) throw missingLink(use);
  return row;
}

/** A link never works for a view that has become a form since, nor the other way round. */
function isFor({ isForm, viewType }: Row, use: ShareUse): boolean {
  const isWanted = use === "form";
  return isForm === isWanted && (viewType === "form") === isWanted;
}

/** The same for links that never existed and those that no longer work. */
export function missingLink(use: ShareUse = "records"): ApiError {
  const what = { records: "shared view", form: "form" }[use];
  return new ApiError("NOT_FOUND", `There is no ${what} here: the link is wrong, expired or switched off.`);
}

async function findShare(token: string): Promise<Row | undefined> {
  const [row] = await queryReserved<Row>(Prisma.sql`
    SELECT "Share"."id", "Share"."baseId" AS "databaseId", "Share"."tableId", "Share"."viewId", "Share"."sealingKey",
      "Share"."allowExport", "Share"."allowCopy", "Share"."embed", "Share"."showsName", "Share"."password",
      "Share"."expiresAt", "Share"."lastUsedAt", "Share"."isForm", "View"."type" AS "viewType", ${personColumns}
    FROM "Share" JOIN "Person" ON "Person"."id" = "Share"."createdById" LEFT JOIN "View" ON "View"."id" = "Share"."viewId"
    WHERE "Share"."hash" = ${Buffer.from(hashOf(token))} AND "View"."ownerId" IS NULL`);
  return row;
}

/** True if the link has not expired and shows no more than its maker may read. */
function isOpen({ expiresAt, person, databaseId }: Row): boolean {
  if (expiresAt !== null && expiresAt <= new Date()) return false;
  return person.isActive && may({ ...everyRight, person }, "read", databaseId);
}

interface Protected {
  readonly id: string;
  /** The stored form of the password. */
  readonly stored: string;
}

async function requirePassword(share: Protected, { password, address }: Visit): Promise<void> {
  if (password === null || password === "") throw passwordProblem(missingPassword);
  if (!(await isRight(share, decoded(password), address))) throw passwordProblem(wrongPassword);
}

const maxPassword = 256;

/** Recent checks by a hash of share and password, because each takes a tenth of a second and a page makes many calls. */
const checks = new LRUCache<string, Promise<boolean>>({ max: 1_000, ttl: 600_000 });
const ownKey = randomBytes(32);

/** Checks a password. Concurrent checks of the same one are a single attempt. */
function isRight(share: Protected, password: string, address: string): Promise<boolean> {
  if (password.length > maxPassword) return Promise.resolve(false);
  const key = createHmac("sha256", ownKey)
    .update(JSON.stringify([share.id, share.stored, password]))
    .digest("base64");
  const known = checks.get(key);
  if (known) return known;
  const check = attemptPassword({ email: `shared link ${share.id}`, address }, () =>
    isPassword(password, share.stored),
  );
  checks.set(key, check);
  check.then(
    (right) => right || checks.delete(key),
    () => checks.delete(key),
  );
  return check;
}

function decoded(password: string): string {
  try {
    if (visibleAscii.test(password)) return decodeURIComponent(password);
  } catch {
    // A percent sign that encodes nothing.
  }
  throw badRequest([{ path: sharePasswordHeader, message: "is not percent-encoded UTF-8" }]);
}

const visibleAscii = /^[!-~]*$/;

function passwordProblem(message: string): ApiError {
  return new ApiError(
    "UNAUTHORIZED",
    `${sharePasswordHeader} ${message}.`,
    [{ path: sharePasswordHeader, message }],
    { "WWW-Authenticate": "Bearer" },
  );
}
