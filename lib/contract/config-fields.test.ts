import { expect, test } from "vitest";
import { fieldIdsIn, mapFields, withoutFields } from "./config-fields";
import type { Filter } from "./filters";
import { configKeyNames, configKeys, viewTypeNames, viewTypes } from "./view-types";
import { initialConfig } from "./views";

const fields = [{ id: "fName" }, { id: "fAge" }, { id: "fStage" }];
const age: Filter = { field: "fAge", greater_than: 5 };
const open: Filter = { field: "fStage", equals: "Open" };

test("nothing refers to a deleted field", () => {
  const config = {
    ...initialConfig("grid", fields),
    filter: { or: [{ field: "fAge", greater_than: 5 }] },
    sorts: [{ fieldId: "fAge", direction: "asc" as const }],
    groups: [{ fieldId: "fAge", direction: "asc" as const }],
    hiddenFieldIds: ["fAge", "fStage"],
    fieldWidths: { fAge: 80, fName: 300 },
  };
  expect(withoutFields(config, new Set(["fAge"]))).toEqual({
    ...initialConfig("grid", fields),
    hiddenFieldIds: ["fStage"],
    fieldWidths: { fName: 300 },
    orderedFieldIds: ["fName", "fStage"],
  });
});

test.each<[before: Filter | null, after: Filter | null]>([
  [null, null],
  [age, null],
  [open, open],
  [{ and: [age, open] }, { and: [open] }],
  [{ or: [{ and: [age, age] }, open] }, { or: [open] }],
  [{ or: [{ and: [age] }, age] }, null],
  [{ and: [] }, { and: [] }],
  [{ or: [{ and: [] }, age] }, { or: [{ and: [] }] }],
])("%j without the conditions on a field that is gone", (before, after) => {
  expect(withoutFields({ filter: before }, new Set(["fAge"])).filter).toEqual(after);
});

test("every field that a config names is found and mapped, and those of every record as well", () => {
  const config = {
    filter: { or: [age, { field: "createdAt", is_empty: false }] } as Filter,
    sorts: [{ fieldId: "createdAt", direction: "asc" as const }],
    groups: [{ fieldId: "fStage", direction: "desc" as const }],
    hiddenFieldIds: ["fAge"],
    fieldWidths: { fName: 300 },
    rowHeight: 32,
  };
  expect([...fieldIdsIn(config)].toSorted()).toEqual(["fAge", "fName", "fStage"]);
  const paths: string[] = [];
  const renamed = mapFields(config, (id, { path }) => {
    paths.push(path);
    return id.replace("f", "g");
  });
  expect(renamed).toEqual({
    filter: {
      or: [
        { ...age, field: "gAge" },
        { field: "createdAt", is_empty: false },
      ],
    },
    sorts: config.sorts,
    groups: [{ fieldId: "gStage", direction: "desc" }],
    hiddenFieldIds: ["gAge"],
    fieldWidths: { gName: 300 },
    rowHeight: 32,
  });
  expect(paths).toEqual([
    "filter",
    "filter",
    "sorts[0].fieldId",
    "groups[0].fieldId",
    "hiddenFieldIds[0]",
    "fieldWidths.fName",
  ]);
});

test.each(viewTypeNames)(
  "a new view of type %s has a value that its own shapes take, for every key",
  (type) => {
    const config = initialConfig(type, fields);
    expect(Object.keys(config).toSorted()).toEqual([...viewTypes[type]].toSorted());
    for (const [key, value] of Object.entries(config)) {
      const { answer, written } = configKeys[key as keyof typeof configKeys];
      expect(answer.parse(value)).toEqual(value);
      expect(written.parse(value)).toEqual(value);
    }
  },
);

test("every key is of some type of view", () => {
  expect(new Set(Object.values(viewTypes).flat())).toEqual(new Set(configKeyNames));
});
