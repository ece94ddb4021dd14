import type { Scope } from "./keys";
import type { InstallationRole, Role } from "./roles";

/** The rights that an action needs. All of them must be there. */
export interface ActionRule {
  /** Scopes of a key, of which one suffices; none for what every valid key may do. */
  readonly scopes: readonly Scope[];
  /** The lowest role in the database, for actions in one. */
  readonly role?: Role;
  /** The lowest role in the installation. */
  readonly installationRole?: InstallationRole;
  /** True if a key restricted to certain databases may not do it. */
  readonly needsEveryDatabase?: true;
  /**
   * True if a key with any restriction may not do it: what it gives to people, or to its own person, would exceed its
   * rights.
   */
  readonly unrestricted?: true;
  /** Completes “Your role does not let you …”. */
  readonly verb: string;
}

/**
 * Everything that somebody may be allowed to do. Each operation of the API names its action, and pages ask for the same
 * names before they offer a command.
 */
export const actions = {
  /** Check a key, and sign browsers out. */
  "use-session": { scopes: [], verb: "sign browsers out" },
  /** Read records, structure, views, history and files, and export records. */
  read: { scopes: ["read"], role: "viewer", verb: "read this database" },
  "read-trash": { scopes: ["read"], role: "editor", verb: "read the trash" },
  /** Write, move and delete records, and upload files. */
  "edit-records": { scopes: ["write"], role: "editor", verb: "edit records" },
  /** Parts of `edit-records`, for which the rules of a table may demand a higher role. */
  "create-records": { scopes: ["write"], role: "editor", verb: "create records" },
  "update-records": { scopes: ["write"], role: "editor", verb: "change records" },
  "delete-records": { scopes: ["write"], role: "editor", verb: "delete records" },
  /** Save a view's settings for everybody; create, rename, move and delete views. */
  "change-views": { scopes: ["write", "schema"], role: "editor", verb: "change views" },
  /** Lock and unlock views, and change locked ones. */
  "lock-views": { scopes: ["write", "schema"], role: "creator", verb: "change locked views" },
  /** Undo and redo one's own changes. Each change also needs the rights that it needed at first. */
  undo: { scopes: ["write", "schema"], role: "editor", verb: "undo changes" },
  /** Restore from the trash. Each entry also needs the rights to create it. */
  restore: { scopes: ["write", "schema"], role: "editor", verb: "restore from the trash" },
  /** Create, change, delete and restore tables and fields, and add options. */
  "change-structure": { scopes: ["schema"], role: "creator", verb: "change tables and fields" },
  /** Add options to select fields by writing their labels (`typecast`). */
  "add-options": { scopes: ["write", "schema"], role: "creator", verb: "add options to a field" },
  /** Rename, delete and restore a database. */
  "manage-database": { scopes: ["schema"], role: "owner", verb: "rename, delete or restore this database" },
  "export-database": { scopes: ["read"], role: "owner", verb: "export the whole database" },
  /** Give and withdraw roles in a database. */
  "manage-members": {
    scopes: ["keys"],
    role: "owner",
    unrestricted: true,
    verb: "change who has access to this database",
  },
  /** Read and set the rules of a database. */
  "manage-rules": {
    scopes: ["keys"],
    role: "owner",
    unrestricted: true,
    verb: "manage the rules of this database",
  },
  /** Create, change and switch off links that show a view to everybody who has them. */
  "share-views": { scopes: ["keys"], role: "creator", unrestricted: true, verb: "share views" },
  /** Create, read, change and delete webhooks, which report changes to other programs. */
  "manage-webhooks": { scopes: ["schema"], role: "creator", verb: "manage webhooks" },
  "list-databases": { scopes: ["read"], verb: "list databases" },
  "create-databases": {
    scopes: ["schema"],
    installationRole: "member",
    needsEveryDatabase: true,
    verb: "create databases",
  },
  /** Copy a database as a new one of one's own. */
  "duplicate-database": {
    scopes: ["schema"],
    role: "owner",
    installationRole: "member",
    needsEveryDatabase: true,
    verb: "duplicate this database",
  },
  /** Restore databases that one owns. */
  "restore-databases": { scopes: ["schema"], verb: "restore databases" },
  "manage-keys": { scopes: ["keys"], verb: "manage API keys" },
  "read-account": { scopes: ["read"], verb: "read the account" },
  /** Change one's own name, e-mail address and password. */
  "change-account": { scopes: ["keys"], unrestricted: true, verb: "change the account" },
  invite: {
    scopes: ["keys"],
    installationRole: "member",
    unrestricted: true,
    verb: "invite people",
  },
  /** List people and invitations, change roles in the installation, deactivate people, reset passwords. */
  "manage-people": {
    scopes: ["keys"],
    installationRole: "owner",
    unrestricted: true,
    verb: "manage people",
  },
  "read-audit": {
    scopes: ["keys"],
    installationRole: "owner",
    unrestricted: true,
    verb: "read the audit log",
  },
} as const satisfies { readonly [name: string]: ActionRule };

export type Action = keyof typeof actions;
export const everyAction = Object.keys(actions) as Action[];

/** The rule of an action. */
export function ruleOf(action: Action): ActionRule {
  return actions[action];
}

/** True if the action changes data. */
export function changesData(action: Action): boolean {
  const { scopes } = ruleOf(action);
  return scopes.length > 0 && !scopes.includes("read");
}
