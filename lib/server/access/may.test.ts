import { describe, expect, test } from "vitest";
import { everyOperation } from "../../api/operations";
import type { Action } from "../../contract/actions";
import { type Scope, scopes } from "../../contract/keys";
import { may } from "./may";
import { type Rights, requireScope } from "./rights";

/** The operations that a page calls for an action. */
const operationsOf: { readonly [Name in Action]: readonly string[] } = {
  "edit-records": [
    "createRecord",
    "updateRecord",
    "deleteRecord",
    "createRecords",
    "updateRecords",
    "deleteRecords",
    "moveRecords",
    "createAttachment",
  ],
  undo: ["undo", "redo"],
  "change-views": ["createView", "updateView", "deleteView"],
  "change-structure": [
    "updateBase",
    "deleteBase",
    "createTable",
    "updateTable",
    "deleteTable",
    "createField",
    "updateField",
    "deleteField",
    "restoreDatabase",
  ],
  "create-databases": ["createBase"],
  "manage-keys": ["listKeys", "createKey", "updateKey", "deleteKey", "rotateKey"],
};

const everySet = Array.from({ length: 2 ** scopes.length }, (_, set): readonly Scope[] =>
  scopes.filter((_, index) => set & (1 << index)),
);

describe.each(Object.entries(operationsOf))("%s", (action, ids) => {
  test.each(ids)("is allowed exactly if %s is", (id) => {
    const operation = everyOperation.find((each) => each.id === id);
    expect(operation).toBeDefined();
    for (const set of everySet) {
      const rights = rightsWith(set);
      const isLetIn = () => {
        const { scope, orScope } = operation ?? {};
        if (scope !== undefined && scope !== "any") requireScope(rights, scope, orScope);
      };
      if (may(rights, action as Action)) expect(isLetIn).not.toThrow();
      else expect(isLetIn).toThrow("lacks the scope");
    }
  });
});

test("a key restricted to certain databases cannot create databases", () => {
  const rights = rightsWith([...scopes]);
  expect(may(rights, "create-databases")).toBe(true);
  expect(may({ ...rights, databases: ["0123456789abcdef"] }, "create-databases")).toBe(false);
  expect(may({ ...rights, databases: ["0123456789abcdef"] }, "change-structure")).toBe(true);
});

function rightsWith(set: readonly Scope[]): Rights {
  return { scopes: set, databases: null, expiresAt: null };
}
