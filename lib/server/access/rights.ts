import { ApiError, type ErrorDetail, notFound, problemsError } from "../../contract/errors";
import { type Scope, scopes } from "../../contract/keys";
import type { InstallationRole, Role } from "../../contract/roles";

/** The rights that a key has, within those of its person. */
export interface Rights {
  readonly scopes: readonly Scope[];
  /** Ids of the databases; null for all, including future ones. */
  readonly databases: readonly string[] | null;
  /** Null if they do not expire. */
  readonly expiresAt: Date | null;
}

/** All rights that a key can have. */
export const everyRight: Rights = { scopes, databases: null, expiresAt: null };

/** A person with their roles. */
export interface PersonRights {
  readonly id: string;
  readonly role: InstallationRole;
  /** Roles by database; empty for owners of the installation, who have every role. */
  readonly roles: { readonly [databaseId: string]: Role };
}

/** The rights of a caller: those of a key or session, and of the person whose it is. */
export interface CallerRights extends Rights {
  readonly person: PersonRights;
}

/** The caller's role in a database; null without one, and if the key does not include the database. */
export function roleIn({ person, databases }: CallerRights, databaseId: string): Role | null {
  if (databases !== null && !databases.includes(databaseId)) return null;
  if (person.role === "owner") return "owner";
  return Object.hasOwn(person.roles, databaseId) ? (person.roles[databaseId] ?? null) : null;
}

/** True if the caller has a role in the database. */
export function isOwn(databaseId: string, rights: CallerRights): boolean {
  return roleIn(rights, databaseId) !== null;
}

/**
 * True if the person may have got a role that matters to the call since the key was cached, such as by creating a
 * database. A call that names none may be about each of them; owners of the installation have every role.
 */
export function mayHaveNewRole(rights: CallerRights, databaseId?: string): boolean {
  return databaseId === undefined ? rights.person.role !== "owner" : !isOwn(databaseId, rights);
}

/** Throws the 404 of a missing database for one in which the caller has no role. */
export function requireOwn(databaseId: string, rights: CallerRights): void {
  if (!isOwn(databaseId, rights)) throw notFound("database", databaseId);
}

/** The ids of the databases in which the caller has a role; null for all. */
export function ownDatabases({ person, databases }: CallerRights): readonly string[] | null {
  if (person.role === "owner") return databases;
  const ids = Object.keys(person.roles);
  return databases === null ? ids : ids.filter((id) => databases.includes(id));
}

/** The ids of the databases that the caller owns; null for all. */
export function ownedDatabases(rights: CallerRights): readonly string[] | null {
  return ownDatabases(rights)?.filter((id) => roleIn(rights, id) === "owner") ?? null;
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

/** Throws a 403 if a key lacks the scope. */
export function requireScope({ scopes }: Rights, scope: Scope): void {
  if (!scopes.includes(scope)) throw new ApiError("FORBIDDEN", `This key lacks the scope "${scope}".`);
}

/** Lists how rights exceed the caller's own. */
function excessOf(rights: Rights, own: Rights): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const scope = rights.scopes.find((each) => !own.scopes.includes(each));
  if (scope !== undefined) {
    details.push({ path: "scopes", message: `cannot include "${scope}", which your own key lacks` });
  }
  const { databases } = own;
  if (databases !== null && !rights.databases?.every((each) => databases.includes(each))) {
    details.push({ path: "databases", message: "must list databases that your own key can access" });
  }
  if (own.expiresAt !== null && (rights.expiresAt === null || rights.expiresAt > own.expiresAt)) {
    const latest = own.expiresAt.toISOString();
    details.push({ path: "expiresAt", message: `must not be after ${latest}, when your own key expires` });
  }
  return details;
}
