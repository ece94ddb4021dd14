import { expect, test } from "vitest";
import { fieldTypes } from "../field-types";
import { baseCreate } from "./bases";
import type { ErrorDetail } from "./errors";
import { parse } from "./parse";
import { tableCreate } from "./tables";

const text = { type: "single_line_text", name: "Name" };

test("a field's template is completed by its type's defaults", () => {
  const given = { name: "T", fields: [text, { type: "number", name: "N", template: { decimalPlaces: 3 } }] };
  expect(tableCreate.parse(given)).toEqual({
    name: "T",
    fields: [
      { ...text, template: {} },
      { type: "number", name: "N", template: { decimalPlaces: 3, numberFormat: "local" } },
    ],
  });
});

test.each([...fieldTypes.values()])("$type can be the first field only if the type allows it", (type) => {
  const template = type.examples[0]?.template;
  const written = Object.entries(template ?? {}).filter(
    ([key]) => !(type.serverKeys as string[] | undefined)?.includes(key),
  );
  const given = {
    name: "T",
    fields: [{ type: type.type, name: "First", template: Object.fromEntries(written) }],
  };
  const able = [...fieldTypes.values()].filter((each) => each.canBePrimary).map((each) => each.type);
  const message = `cannot be ${type.type}: the first field becomes the primary field, whose type must be one of ${able.join(", ")}`;
  expect(problemsOf(tableCreate, given)).toEqual(
    type.canBePrimary ? [] : [{ path: "fields[0].type", message }],
  );
  expect(problemsOf(tableCreate, { name: "T", fields: [text, ...given.fields] })).toEqual([]);
});

test.each<[given: unknown, ...details: [path: string, message: string][]]>([
  [{}, ["name", "is required"], ["fields", "is required"]],
  [{ name: "T", fields: [] }, ["fields", "takes at least one field, which becomes the primary field"]],
  [{ name: "T", fields: {} }, ["fields", "takes a list, not an object"]],
  [{ name: "T", fields: ["Name"] }, ["fields[0]", "takes an object, not text"]],
  [{ name: "T", fields: [{}] }, ["fields[0].type", "is required"], ["fields[0].name", "is required"]],
  [
    { name: "T", fields: [{ ...text, type: "text" }] },
    ["fields[0].type", `takes one of ${[...fieldTypes.keys()].join(", ")}`],
  ],
  [
    { name: "T", fields: [{ ...text, type: "__proto__" }] },
    ["fields[0].type", `takes one of ${[...fieldTypes.keys()].join(", ")}`],
  ],
  [
    { name: "T", fields: [{ ...text, order: 1 }] },
    [
      "fields[0].order",
      "is not a known key. Known keys: type, name, description, isRequired, isUnique, template",
    ],
  ],
  [{ name: "T", fields: [{ ...text, template: null }] }, ["fields[0].template", "takes an object, not null"]],
  [{ name: "T", fields: [{ ...text, template: [] }] }, ["fields[0].template", "takes an object, not a list"]],
  [
    { name: "T", fields: [{ ...text, template: { a: 1 } }] },
    ["fields[0].template.a", "is not a known key. Known keys: default"],
  ],
  [
    { name: "T", fields: [{ type: "number", name: "N", template: { decimalPlaces: 11 } }] },
    ["fields[0].template.decimalPlaces", "takes 10 or less, not 11"],
  ],
  [
    { name: "T", fields: [text, { ...text, type: "number" }] },
    ["fields[1].name", 'repeats "Name"; names must be unique'],
  ],
  [
    { name: "T", fields: Array.from({ length: 501 }, (_, index) => ({ ...text, name: `f${index}` })) },
    ["fields", "takes at most 500 fields"],
  ],
])("%j is refused", (given, ...details) => {
  expect(problemsOf(tableCreate, given)).toEqual(details.map(([path, message]) => ({ path, message })));
});

test("names are compared exactly", () => {
  const names = ["a", "A", " a", "a ", "á", "a\u0301"];
  expect(problemsOf(tableCreate, { name: "T", fields: names.map((name) => ({ ...text, name })) })).toEqual(
    [],
  );
});

test("a database may have no tables, but not two of the same name", () => {
  expect(baseCreate.parse({ name: "B" })).toEqual({ name: "B", tables: [] });
  const table = { name: "T", fields: [text] };
  expect(problemsOf(baseCreate, { name: "B", tables: [table, table] })).toEqual([
    { path: "tables[1].name", message: 'repeats "T"; names must be unique' },
  ]);
});

function problemsOf(shape: Parameters<typeof parse>[0], given: unknown): ErrorDetail[] {
  try {
    parse(shape, given, "body");
    return [];
  } catch (error) {
    return (error as { details: ErrorDetail[] }).details;
  }
}
