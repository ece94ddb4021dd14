import { type Action, actions } from "../../contract/actions";
import type { Scope } from "../../contract/keys";
import type { Rights } from "./rights";

/** True if the rights allow the action on visible data. */
export function may(rights: Rights, action: Action): boolean {
  return rules[action](rights);
}

/** All actions that the rights allow. */
export function allowedActions(rights: Rights): Action[] {
  return actions.filter((action) => may(rights, action));
}

const rules: { readonly [Name in Action]: (rights: Rights) => boolean } = {
  "edit-records": has("write"),
  undo: (rights) => has("write")(rights) || has("schema")(rights),
  "change-views": has("schema"),
  "change-structure": has("schema"),
  // A key restricted to certain databases could not access the new one.
  "create-databases": (rights) => has("schema")(rights) && rights.databases === null,
  "manage-keys": has("keys"),
};

function has(scope: Scope): (rights: Rights) => boolean {
  return ({ scopes }) => scopes.includes(scope);
}
