import { ApiError, type ErrorDetail, notFound, problemsError } from "../../contract/errors";
import type { Scope } from "../../contract/keys";

/** How far somebody may go. */
export interface Rights {
  readonly scopes: readonly Scope[];
  /** The ids of the databases; null: all, those to come too. */
  readonly databases: readonly string[] | null;
  /** Null: they do not expire. */
  readonly expiresAt: Date | null;
}

/** A 403 for a caller who is known and may not do this. */
export function requireScope({ scopes }: Rights, scope: Scope, orScope = scope): void {
  if (scopes.includes(scope) || scopes.includes(orScope)) return;
  throw new ApiError("FORBIDDEN", `This key may not do that: it lacks the scope "${scope}"`);
}

/** A database that is not one's own answers exactly like one that is not there. */
export function requireOwn(databaseId: string, rights: Rights): void {
  if (!isOwn(databaseId, rights)) throw notFound("database", databaseId);
}

/** Whether somebody may know of a database. */
export function isOwn(databaseId: string, { databases }: Rights): boolean {
  return databases === null || databases.includes(databaseId);
}

/** Whether rights reach nowhere that one's own do not. */
export function areWithin(rights: Rights, own: Rights): boolean {
  return excessOf(rights, own).length === 0;
}

/** Nobody gives away more than they have: a 403 that names what goes beyond. */
export function refuseExcess(rights: Rights, own: Rights): void {
  const excess = excessOf(rights, own);
  if (excess.length > 0) throw problemsError("FORBIDDEN", excess);
}

/** Where rights reach beyond one's own. */
function excessOf(rights: Rights, own: Rights): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const scope = rights.scopes.find((each) => !own.scopes.includes(each));
  if (scope !== undefined) {
    details.push({ path: "scopes", message: `cannot hold "${scope}", which your own key lacks` });
  }
  if (own.databases !== null && !rights.databases?.every((each) => isOwn(each, own))) {
    details.push({ path: "databases", message: "has to name databases that your own key opens" });
  }
  if (own.expiresAt !== null && (rights.expiresAt === null || rights.expiresAt > own.expiresAt)) {
    const latest = own.expiresAt.toISOString();
    details.push({ path: "expiresAt", message: `can be ${latest} at the latest, when your own key expires` });
  }
  return details;
}
