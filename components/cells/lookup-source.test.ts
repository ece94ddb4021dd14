import { expect, it } from "vitest";
import { makeColumns } from "./columns-fixture";
import { sourceOf } from "./lookup-source";

const people = "tAbcdefghij";
const cities = "tBcdefghijk";
const [link, throughTwo, throughNone, text] = makeColumns(
  ["linked_record", { tableId: people }],
  ["lookup", { linkFieldId: "f0", targetFieldId: "f1" }],
  ["lookup", { linkFieldId: "f9", targetFieldId: "f1" }],
  "single_line_text",
) as [never, never, never, never];
const table = {
  fields: [{ id: "f0", name: "Team", type: "linked_record", template: { tableId: people }, order: 0 }],
};
const tables = new Map([
  [
    people,
    {
      fields: [
        { id: "f0", name: "City", type: "linked_record", template: { tableId: cities }, order: 0 },
        {
          id: "f1",
          name: "Sights",
          type: "lookup",
          template: { linkFieldId: "f0", targetFieldId: "f0" },
          order: 1,
        },
      ],
    },
  ],
  [cities, { fields: [{ id: "f0", name: "Pictures", type: "attachments", template: {}, order: 0 }] }],
]);

it("of a lookup is the field at its end, through any number of lookups", () => {
  expect(sourceOf(throughTwo, table, (id) => tables.get(id))).toMatchObject({
    column: { field: { name: "Pictures" }, fieldType: { storage: "files" }, index: 1 },
  });
});

it("of any other column, and of a lookup without its link field, is that column", () => {
  for (const column of [link, throughNone, text]) {
    expect(sourceOf(column, table, () => undefined)).toEqual({ column });
  }
});

it("names the table that must be loaded first", () => {
  expect(sourceOf(throughTwo, table, () => undefined)).toEqual({ needs: people });
  const known = (id: string) => (id === people ? tables.get(id) : undefined);
  expect(sourceOf(throughTwo, table, known)).toEqual({ needs: cities });
});
