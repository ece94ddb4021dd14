import { describe, expect, test } from "vitest";
import { everyOperation } from "../../api/operations";
import { type Action, changesData, everyAction } from "../../contract/actions";
import { ApiError } from "../../contract/errors";
import { type Scope, scopes } from "../../contract/keys";
import { type InstallationRole, installationRoles, type Role, roles } from "../../contract/roles";
import { allowedActions, may, requireMay } from "./may";
import type { CallerRights, PersonRights } from "./rights";

/** The rights that each action needs, written apart from those of the contract. */
interface Need {
  /** One of them suffices. */
  readonly scopes?: readonly Scope[];
  readonly role?: Role;
  readonly rank?: InstallationRole;
  readonly key?: "for every database" | "without restrictions";
}

const needs: { readonly [Name in Action]: Need } = {
  "use-session": {},
  read: { scopes: ["read"], role: "viewer" },
  "read-trash": { scopes: ["read"], role: "editor" },
  "edit-records": { scopes: ["write"], role: "editor" },
  "create-records": { scopes: ["write"], role: "editor" },
  "update-records": { scopes: ["write"], role: "editor" },
  "delete-records": { scopes: ["write"], role: "editor" },
  "change-views": { scopes: ["write", "schema"], role: "editor" },
  "lock-views": { scopes: ["write", "schema"], role: "creator" },
  undo: { scopes: ["write", "schema"], role: "editor" },
  restore: { scopes: ["write", "schema"], role: "editor" },
  "change-structure": { scopes: ["schema"], role: "creator" },
  "add-options": { scopes: ["write", "schema"], role: "creator" },
  "manage-database": { scopes: ["schema"], role: "owner" },
  "export-database": { scopes: ["read"], role: "owner" },
  "manage-members": { scopes: ["keys"], role: "owner", key: "without restrictions" },
  "manage-rules": { scopes: ["keys"], role: "owner", key: "without restrictions" },
  "share-views": { scopes: ["keys"], role: "creator", key: "without restrictions" },
  "manage-webhooks": { scopes: ["schema"], role: "creator" },
  "list-databases": { scopes: ["read"] },
  "create-databases": { scopes: ["schema"], rank: "member", key: "for every database" },
  "duplicate-database": { scopes: ["schema"], role: "owner", rank: "member", key: "for every database" },
  "restore-databases": { scopes: ["schema"] },
  "manage-keys": { scopes: ["keys"] },
  "read-account": { scopes: ["read"] },
  "change-account": { scopes: ["keys"], key: "without restrictions" },
  invite: { scopes: ["keys"], rank: "member", key: "without restrictions" },
  "manage-people": { scopes: ["keys"], rank: "owner", key: "without restrictions" },
  "read-audit": { scopes: ["keys"], rank: "owner", key: "without restrictions" },
};

const here = "0123456789abcdef";
const elsewhere = "fedcba9876543210";

const scopeSets = Array.from({ length: 2 ** scopes.length }, (_, set): readonly Scope[] =>
  scopes.filter((_scope, index) => set & (1 << index)),
);

interface Caller {
  readonly rights: CallerRights;
  /** The role in the database `here`, by the person's roles and the key's databases. */
  readonly role: Role | null;
}

/** Callers with every combination of scopes, databases, expiry, rank and role. */
const callers: readonly Caller[] = scopeSets.flatMap((set) =>
  [null, [here], [elsewhere], []].flatMap((databases) =>
    [null, new Date("2999-01-01")].flatMap((expiresAt) =>
      installationRoles.flatMap((rank) =>
        [null, ...roles].map((own): Caller => {
          const person = personWith(rank, own);
          const isIncluded = databases === null || databases.includes(here);
          const role = isIncluded ? (rank === "owner" ? "owner" : own) : null;
          return { rights: { scopes: set, databases, expiresAt, person }, role };
        }),
      ),
    ),
  ),
);

describe.each(everyAction)("%s", (action) => {
  const { scopes: anyOf = [], role: least, rank = "guest", key } = needs[action];

  const isPossible = ({ rights }: Caller) =>
    (anyOf.length === 0 || anyOf.some((scope) => rights.scopes.includes(scope))) &&
    installationRoles.indexOf(rights.person.role) >= installationRoles.indexOf(rank) &&
    (key === undefined || rights.databases === null) &&
    (key !== "without restrictions" || (rights.expiresAt === null && rights.scopes.length === scopes.length));

  test("in a database needs its scopes, roles and kind of key", () => {
    for (const caller of callers) {
      const hasRole =
        least === undefined || (caller.role !== null && roles.indexOf(caller.role) >= roles.indexOf(least));
      expect([caller, may(caller.rights, action, here)]).toEqual([caller, isPossible(caller) && hasRole]);
    }
  });

  test("without a database does not ask for a role in one", () => {
    for (const caller of callers) {
      expect([caller, may(caller.rights, action)]).toEqual([caller, isPossible(caller)]);
    }
  });

  test("is refused with a 404 without a role, otherwise with a 403 that says why", () => {
    for (const { rights, role } of callers) {
      const refusal = refusalOf(() => requireMay(rights, action, here));
      if (role === null) {
        expect(refusal).toMatchObject({ code: "NOT_FOUND", message: `There is no database "${here}".` });
      } else if (may(rights, action, here)) expect(refusal).toBeUndefined();
      else {
        expect(refusal?.code).toBe("FORBIDDEN");
        expect(refusal?.message).toMatch(
          /^(This key lacks the scope "\w+"|Only a key without restrictions can .+|This key is restricted to certain databases and cannot .+|Your role (in this database )?does not let you .+)\.$/,
        );
      }
    }
  });
});

test("a role in one database gives none in another", () => {
  for (const { rights } of callers.filter((caller) => caller.rights.person.role !== "owner")) {
    for (const action of everyAction.filter((each) => needs[each].role !== undefined)) {
      expect(may(rights, action, elsewhere)).toBe(false);
      expect(refusalOf(() => requireMay(rights, action, elsewhere))?.code).toBe("NOT_FOUND");
    }
  }
});

test("a name that every object has is no role", () => {
  const person = personWith("guest", "owner");
  for (const name of ["constructor", "__proto__", "toString", ""]) {
    expect(may({ scopes, databases: null, expiresAt: null, person }, "read", name)).toBe(false);
  }
});

test("the allowed actions are those that may be done", () => {
  for (const { rights } of callers) {
    for (const place of [here, elsewhere, undefined]) {
      expect(allowedActions(rights, place)).toEqual(everyAction.filter((each) => may(rights, each, place)));
    }
  }
});

test("each reason names what is missing", () => {
  const all = { scopes, databases: null, expiresAt: null, person: personWith("guest", "viewer") } as const;
  const reason = (action: Action, rights: Partial<CallerRights> = {}) =>
    refusalOf(() => requireMay({ ...all, ...rights }, action, here))?.message;
  expect(reason("edit-records", { scopes: ["read"] })).toBe('This key lacks the scope "write".');
  expect(reason("edit-records")).toBe("Your role in this database does not let you edit records.");
  expect(reason("create-databases")).toBe("Your role does not let you create databases.");
  expect(reason("create-databases", { databases: [here] })).toBe(
    "This key is restricted to certain databases and cannot create databases.",
  );
  expect(reason("change-account", { scopes: ["read", "keys"] })).toBe(
    "Only a key without restrictions can change the account.",
  );
});

test("an action changes data unless reading suffices for it or it needs no scope", () => {
  const reading = everyAction.filter((action) => !changesData(action));
  expect(reading).toEqual([
    "use-session",
    "read",
    "read-trash",
    "export-database",
    "list-databases",
    "read-account",
  ]);
});

test("every action is that of an operation, except what only some calls need", () => {
  const used = new Set(everyOperation.map(({ action }) => action));
  expect(everyAction.filter((action) => !used.has(action))).toEqual([
    "create-records",
    "update-records",
    "delete-records",
    "lock-views",
    "add-options",
  ]);
});

test("a ruled place takes the role of its rule besides what the action takes", () => {
  for (const action of ["create-records", "update-records", "delete-records"] as const) {
    for (const least of ["editor", "creator", "owner"] as const) {
      const place = { databaseId: here, least, what: "change “Price”" };
      for (const { rights, role } of callers) {
        const hasRole = role !== null && roles.indexOf(role) >= roles.indexOf(least);
        expect(may(rights, action, place)).toBe(may(rights, action, here) && hasRole);
      }
    }
  }
  const editor = { scopes, databases: null, expiresAt: null, person: personWith("guest", "editor") } as const;
  const reason = (least: Role) => {
    const place = { databaseId: here, least, what: "change “Price”" };
    return refusalOf(() => requireMay(editor, "update-records", place))?.message;
  };
  expect(reason("editor")).toBeUndefined();
  expect(reason("creator")).toBe("Only creators and owners can change “Price”.");
  expect(reason("owner")).toBe("Only owners can change “Price”.");
});

test("an operation in a database names an action with a role there", () => {
  for (const { id, path, action } of everyOperation) {
    const isInOne = path.startsWith("/bases/{databaseId}");
    expect([id, action !== null && needs[action].role !== undefined]).toEqual([
      id,
      // Streams several databases, each of which is checked.
      isInOne || id === "watchChangesOfSeveral",
    ]);
  }
});

function personWith(role: InstallationRole, own: Role | null): PersonRights {
  // Owners of the installation have every role without a list of them.
  const listed: PersonRights["roles"] = role === "owner" || own === null ? {} : { [here]: own };
  return { id: "019a9e5c-0000-7000-8000-000000000000", role, roles: listed };
}

function refusalOf(work: () => void): ApiError | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return undefined;
}
