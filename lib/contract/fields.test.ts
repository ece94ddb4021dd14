import { expect, test } from "vitest";
import type { ErrorDetail } from "./errors";
import { fieldCreate, fieldUpdate } from "./fields";
import { parse } from "./parse";

test("a new field of an existing table may give its order", () => {
  expect(fieldCreate.parse({ type: "number", name: "N", order: 0 })).toMatchObject({ order: 0 });
});

test.each<[given: unknown, ...details: [path: string, message: string][]]>([
  [
    { colour: 1 },
    [
      "colour",
      "is not a known key. Known keys: name, template, type, description, isRequired, isUnique, order, allowLoss, mergedOptions, createLinked",
    ],
  ],
  [{ order: 1.5 }, ["order", "takes a whole number, not 1.5"]],
  [{ template: null }, ["template", "takes an object, not null"]],
  [{ template: [] }, ["template", "takes an object, not a list"]],
  [{ allowLoss: "yes" }, ["allowLoss", "takes true or false, not text"]],
  [{ name: "" }, ["name", "cannot be empty"]],
])("the change %j of a field is refused", (given, ...details) => {
  expect(problemsOf(fieldUpdate, given)).toEqual(details.map(([path, message]) => ({ path, message })));
});

test("an empty change is valid", () => {
  expect(fieldUpdate.parse({})).toEqual({});
});

function problemsOf(shape: Parameters<typeof parse>[0], given: unknown): ErrorDetail[] {
  try {
    parse(shape, given, "body");
    return [];
  } catch (error) {
    return (error as { details: ErrorDetail[] }).details;
  }
}
