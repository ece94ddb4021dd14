import { expect, test } from "vitest";
import * as z from "zod";
import { ApiError, badRequest, errorStatus, notFound } from "./errors";
import { parse, pathOf } from "./parse";

test.each<[path: PropertyKey[], text: string]>([
  [[], "body"],
  [["name"], "name"],
  [["fields", 0, "name"], "fields[0].name"],
  [["records", 17, "E-mail address"], "records[17].E-mail address"],
  [[3], "[3]"],
  [["a", 0, 1], "a[0][1]"],
])("the path of %j is %s", (path, text) => {
  expect(pathOf(path, "body")).toBe(text);
});

test.each(Object.entries(errorStatus))("%s travels with %d", (code, status) => {
  expect(new ApiError(code as keyof typeof errorStatus, "x").status).toBe(status);
});

test("the message of a bad request states the first problem and counts the rest", () => {
  const one = { path: "name", message: "is required" };
  expect(badRequest([one])).toMatchObject({
    code: "BAD_REQUEST",
    message: "name is required.",
    details: [one],
  });
  expect(badRequest([one, one, one]).message).toBe("name is required. See details for 2 more problems.");
});

test("a bad request with very many problems lists only the first", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    path: `record.${index}`,
    message: "is unknown",
  }));
  const { message, details } = badRequest(many);
  expect(message).toBe("record.0 is unknown. See details for at least 1999 more problems.");
  expect(details).toEqual(many.slice(0, 2_000));
});

test("only the first of very many problems get a message", () => {
  let described = 0;
  const error = () => `is the ${++described}th`;
  const list = z.array(z.number({ error }));
  const input = Array.from({ length: 100_000 }, () => "x");
  expect(thrownBy(() => parse(list, input, "body"))).toMatchObject({ details: { length: 2_000 } });
  expect(described).toBe(2_000);
  const keys = Object.fromEntries(input.map((_, index) => [`key ${index}`, 1]));
  expect(thrownBy(() => parse(shape, { name: "x", ...keys }, "body"))).toMatchObject({
    details: { length: 2_000 },
  });
});

test("a long name that is not found is truncated in the message", () => {
  expect(notFound("table", 'a "b"').message).toBe('There is no table "a \\"b\\"".');
  expect(notFound("table", "x".repeat(10_000)).message.length).toBeLessThan(100);
});

const shape = z.strictObject({
  name: z.string(),
  count: z.int().min(1).max(10).default(1),
  isOn: z.boolean().optional(),
  list: z.array(z.string().min(2).max(3)).min(1).max(2).optional(),
  kind: z.enum(["a", "b"]).optional(),
  inner: z.strictObject({ deep: z.number() }).optional(),
});

test("valid input is returned with defaults", () => {
  expect(parse(shape, { name: "x" }, "body")).toEqual({ name: "x", count: 1 });
});

test.each<[input: unknown, ...details: [path: string, message: string][]]>([
  [undefined, ["body", "is required"]],
  [null, ["body", "takes an object, not null"]],
  ["text", ["body", "takes an object, not text"]],
  [[], ["body", "takes an object, not a list"]],
  [{}, ["name", "is required"]],
  [{ name: 5 }, ["name", "takes text, not a number"]],
  [{ name: "x", count: "1" }, ["count", "takes a number, not text"]],
  [{ name: "x", count: 1.5 }, ["count", "takes a whole number, not 1.5"]],
  [{ name: "x", count: 0 }, ["count", "takes 1 or more, not 0"]],
  [{ name: "x", count: 11 }, ["count", "takes 10 or less, not 11"]],
  [
    { name: "x", count: Number.POSITIVE_INFINITY },
    ["count", "takes a number, not a number that is too large"],
  ],
  [{ name: "x", isOn: "true" }, ["isOn", "takes true or false, not text"]],
  [{ name: "x", list: "ab" }, ["list", "takes a list, not text"]],
  [{ name: "x", list: [] }, ["list", "cannot be empty"]],
  [{ name: "x", list: ["ab", "ab", "ab"] }, ["list", "takes at most 2"]],
  [{ name: "x", list: ["ab", "a"] }, ["list[1]", "takes at least 2"]],
  [{ name: "x", list: ["abcd"] }, ["list[0]", "takes at most 3 characters"]],
  [{ name: "x", kind: "c" }, ["kind", 'takes "a" or "b", not "c"']],
  [{ name: "x", inner: { deep: 1, other: 2 } }, ["inner.other", "is not a known key. Known keys: deep"]],
  [
    { name: "x", lists: 1, "in-ner": 2, two: 2 },
    ["lists", "is not a known key. Known keys: list, name, count, isOn, kind, inner"],
    ["in-ner", "is not a known key. Known keys: inner, name, count, isOn, list, kind"],
    ["two", "is not a known key. Known keys: name, count, isOn, list, kind, inner"],
  ],
  [
    { count: 0, inner: {} },
    ["name", "is required"],
    ["count", "takes 1 or more, not 0"],
    ["inner.deep", "is required"],
  ],
])("%j is explained", (input, ...details) => {
  const problems = details.map(([path, message]) => ({ path, message }));
  expect(thrownBy(() => parse(shape, input, "body"))).toMatchObject({
    code: "BAD_REQUEST",
    details: problems,
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
