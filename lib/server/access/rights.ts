import { ApiError, type ErrorDetail, notFound, problemsError } from "../../contract/errors";
import type { Scope } from "../../contract/keys";

/** The rights of a caller. */
export interface Rights {
  readonly scopes: readonly Scope[];
  /** Ids of the databases; null for all, including future ones. */
  readonly databases: readonly string[] | null;
  /** Null if they do not expire. */
  readonly expiresAt: Date | null;
}

/** Throws a 403 if the caller has neither scope. */
export function requireScope({ scopes }: Rights, scope: Scope, orScope = scope): void {
  if (scopes.includes(scope) || scopes.includes(orScope)) return;
  throw new ApiError("FORBIDDEN", `This key lacks the scope "${scope}".`);
}

/** Throws the 404 of a missing database for one beyond the caller's rights. */
export function requireOwn(databaseId: string, rights: Rights): void {
  if (!isOwn(databaseId, rights)) throw notFound("database", databaseId);
}

/** True if the rights include the database. */
export function isOwn(databaseId: string, { databases }: Rights): boolean {
  return databases === null || databases.includes(databaseId);
}

/** True if the rights do not exceed `own`. */
export function areWithin(rights: Rights, own: Rights): boolean {
  return excessOf(rights, own).length === 0;
}

/** Throws a 403 that lists how rights exceed the caller's own, so that nobody grants more than they have. */
export function refuseExcess(rights: Rights, own: Rights): void {
  const excess = excessOf(rights, own);
  if (excess.length > 0) throw problemsError("FORBIDDEN", excess);
}

/** Lists how rights exceed the caller's own. */
function excessOf(rights: Rights, own: Rights): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const scope = rights.scopes.find((each) => !own.scopes.includes(each));
  if (scope !== undefined) {
    details.push({ path: "scopes", message: `cannot include "${scope}", which your own key lacks` });
  }
  if (own.databases !== null && !rights.databases?.every((each) => isOwn(each, own))) {
    details.push({ path: "databases", message: "must list databases that your own key can access" });
  }
  if (own.expiresAt !== null && (rights.expiresAt === null || rights.expiresAt > own.expiresAt)) {
    const latest = own.expiresAt.toISOString();
    details.push({ path: "expiresAt", message: `must not be after ${latest}, when your own key expires` });
  }
  return details;
}
