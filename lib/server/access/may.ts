import { type Action, everyAction, ruleOf } from "../../contract/actions";
import { ApiError, notFound } from "../../contract/errors";
import { hasRank, isAtLeast, type Role, roles } from "../../contract/roles";
import { areWithin, type CallerRights, everyRight, roleIn } from "./rights";

/** A place in a database for which a rule demands a role, besides the one that the action takes. */
export interface RuledPlace {
  readonly databaseId: string;
  readonly least: Role;
  /** Completes “Only owners can …”. */
  readonly what: string;
}

type Place = string | RuledPlace | undefined;

/**
 * True if the caller may do something in a database, by its id, or in a ruled place of one. Without a place, roles in
 * databases are not considered: an action that needs one is possible somewhere.
 */
export function may(rights: CallerRights, action: Action, place?: Place): boolean {
  return obstacleTo(rights, action, place) === null;
}

/** Throws a 403 with the reason if the caller may not do something; a 404 without any role in the database. */
export function requireMay(rights: CallerRights, action: Action, place?: Place): void {
  const databaseId = databaseIn(place);
  if (databaseId !== undefined && roleIn(rights, databaseId) === null) throw notFound("database", databaseId);
  const obstacle = obstacleTo(rights, action, place);
  if (obstacle !== null) throw new ApiError("FORBIDDEN", obstacle);
}

/** All actions that the caller may do, in a database if given. */
export function allowedActions(rights: CallerRights, databaseId?: string): Action[] {
  return everyAction.filter((action) => may(rights, action, databaseId));
}

/** The reason why an action is not allowed, as a sentence; null if it is. */
function obstacleTo(rights: CallerRights, action: Action, place: Place): string | null {
  const databaseId = databaseIn(place);
  const { scopes, role, installationRole, needsEveryDatabase, unrestricted, verb } = ruleOf(action);
  if (scopes.length > 0 && !scopes.some((scope) => rights.scopes.includes(scope))) {
    return `This key lacks the scope "${scopes[0]}".`;
  }
  if (unrestricted && !areWithin(everyRight, rights)) return `Only a key without restrictions can ${verb}.`;
  if (needsEveryDatabase && rights.databases !== null) {
    return `This key is restricted to certain databases and cannot ${verb}.`;
  }
  if (installationRole !== undefined && !hasRank(rights.person.role, installationRole)) {
    return `Your role does not let you ${verb}.`;
  }
  if (role === undefined || databaseId === undefined) return null;
  const own = roleIn(rights, databaseId);
  if (own === null || !isAtLeast(own, role)) return `Your role in this database does not let you ${verb}.`;
  if (typeof place !== "object" || isAtLeast(own, place.least)) return null;
  return `Only ${peopleFrom(place.least)} can ${place.what}.`;
}

function databaseIn(place: Place): string | undefined {
  return typeof place === "object" ? place.databaseId : place;
}

/** Names the people with at least this role, such as “creators and owners”. */
function peopleFrom(least: Role): string {
  return new Intl.ListFormat("en").format(roles.slice(roles.indexOf(least)).map((role) => `${role}s`));
}
