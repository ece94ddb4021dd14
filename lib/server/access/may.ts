import { type Action, everyAction, ruleOf } from "../../contract/actions";
import { ApiError, notFound } from "../../contract/errors";
import { hasRank, isAtLeast } from "../../contract/roles";
import { areWithin, type CallerRights, everyRight, roleIn } from "./rights";

/**
 * True if the caller may do something in a database. Without one, roles in databases are not considered: an action that
 * needs one is possible somewhere.
 */
export function may(rights: CallerRights, action: Action, databaseId?: string): boolean {
  return obstacleTo(rights, action, databaseId) === null;
}

/** Throws a 403 with the reason if the caller may not do something; a 404 without any role in the database. */
export function requireMay(rights: CallerRights, action: Action, databaseId?: string): void {
  if (databaseId !== undefined && roleIn(rights, databaseId) === null) throw notFound("database", databaseId);
  const obstacle = obstacleTo(rights, action, databaseId);
  if (obstacle !== null) throw new ApiError("FORBIDDEN", obstacle);
}

/** All actions that the caller may do, in a database if given. */
export function allowedActions(rights: CallerRights, databaseId?: string): Action[] {
  return everyAction.filter((action) => may(rights, action, databaseId));
}

/** The reason why an action is not allowed, as a sentence; null if it is. */
function obstacleTo(rights: CallerRights, action: Action, databaseId: string | undefined): string | null {
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
  return own !== null && isAtLeast(own, role) ? null : `Your role in this database does not let you ${verb}.`;
}
