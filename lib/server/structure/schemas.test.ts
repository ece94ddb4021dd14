import { describe, expect, test } from "vitest";
import { noRules } from "../access/rules";
import { makeSchema, narrowTo, prepareField, wholeOf } from "./schemas";

test("equal fields share the shape of their values, which takes kilobytes", () => {
  const rating = (id: string, maxRating: number) =>
    prepareField({ id, name: id, type: "rating", template: { maxRating } });
  const [one, alike, other] = [rating("a", 5), rating("b", 5), rating("c", 10)];
  expect(alike.value).toBe(one.value);
  expect([one, other].map(({ value }) => value.safeParse(7).success)).toEqual([false, true]);
});

describe("a narrowed schema", () => {
  const text = (id: string, name: string) =>
    prepareField({ id, name, type: "single_line_text", template: {} });
  const link = { tableId: "tOTHER", inverseFieldId: "fINVERSE" };
  const fields = [
    text("f1", "Name"),
    text("f2", "Hidden"),
    text("f3", "Note"),
    prepareField({ id: "f4", name: "Team", type: "linked_record", template: link }),
  ];
  const place = { id: "t1", databaseId: "0123456789abcdef", version: 1, primaryFieldId: "f1" };
  const schema = makeSchema({ ...place, fields, rules: noRules(place.databaseId) });
  const visitor = { addressOf: () => "" };

  test("names only its fields, in their order, and works with all of them", () => {
    const narrowed = narrowTo(schema, ["f3", "f1", "f9"]);
    expect(narrowed.face.fields.map(({ id }) => id)).toEqual(["f3", "f1"]);
    expect(narrowed.fields).toBe(fields);
    expect(["f1", "Note", "f2", "Hidden", "f9"].map((key) => narrowed.fieldOf(key)?.id)).toEqual([
      "f1",
      "f3",
      undefined,
      undefined,
      undefined,
    ]);
    expect([wholeOf(narrowed), wholeOf(schema)]).toEqual([schema, schema]);
  });

  test("can be narrowed again, from all of its fields", () => {
    const again = narrowTo(narrowTo(schema, ["f1"]), ["f2"]);
    expect(again.face.fields.map(({ id }) => id)).toEqual(["f2"]);
    expect(wholeOf(again)).toBe(schema);
  });

  test("shows visitors the names of linked records instead of the links", () => {
    const [shown] = narrowTo(schema, ["f4"], visitor).face.fields;
    expect(shown).toMatchObject({ id: "f4", name: "Team", type: "lookup" });
    expect(JSON.stringify(shown?.template)).not.toMatch(/tOTHER|fINVERSE/);
    expect(narrowTo(schema, ["f4"]).face.fields[0]).toBe(fields[3]);
  });
});
