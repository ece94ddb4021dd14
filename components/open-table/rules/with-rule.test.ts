import { expect, it } from "vitest";
import type { Rules } from "@/lib/contract/rules";
import { ruleIn, withRule } from "./with-rule";

const everybody = { create: "editor", update: "editor", delete: "editor", read: "viewer" } as const;
const rules: Rules = {
  tables: [{ tableId: "t1", create: "owner", update: "editor", delete: "creator" }],
  fields: [{ fieldId: "f1", update: "owner", read: "creator" }],
};

it("reads the rule of a table or field, and the default without one", () => {
  expect(ruleIn(rules, { kind: "table", id: "t1", name: "" })).toMatchObject(rules.tables[0] ?? {});
  expect(ruleIn(rules, { kind: "field", id: "f1", name: "" })).toMatchObject(rules.fields[0] ?? {});
  for (const kind of ["table", "field"] as const) {
    expect(ruleIn(rules, { kind, id: "other", name: "" })).toEqual(everybody);
  }
});

it("replaces one rule and keeps the others", () => {
  const rule = { create: "creator", update: "owner", delete: "owner" } as const;
  const leastRoles = { ...rule, read: "editor" } as const;
  expect(withRule(rules, { kind: "table", id: "t1", name: "" }, leastRoles)).toEqual({
    tables: [{ tableId: "t1", ...rule }],
    fields: rules.fields,
  });
  expect(withRule(rules, { kind: "field", id: "f2", name: "" }, leastRoles)).toEqual({
    tables: rules.tables,
    fields: [...rules.fields, { fieldId: "f2", update: "owner", read: "editor" }],
  });
});
