import { expect, test } from "vitest";
import {
  type ColumnDraft,
  draftOfColumn,
  type FoundColumn,
  knownMisfits,
  suggestionsFor,
} from "./column-draft";
import { field, foundColumn } from "./import-fixture";
import { previewColumn } from "./preview";

function rowsOf(...texts: string[]) {
  return texts.map((text, index) => ({ row: index + 2, cells: [text] }));
}

function previewOf(found: FoundColumn, texts: string[], to: Partial<ColumnDraft> = {}) {
  const draft = { ...draftOfColumn(found), ...to };
  return previewColumn(found, draft, { rows: rowsOf(...texts), fields: null, addOptions: true });
}

test("texts become the values of the chosen type, in the notation of the column", () => {
  const found = foundColumn(0, "Amount", { type: "number", notation: { signs: "period_comma" } });
  expect(previewOf(found, ["1.234,5", "", "many"])).toMatchObject({
    cells: [
      { is: "value", value: 1234.5 },
      { is: "value", value: null },
      { is: "misfit", text: "many" },
    ],
    misfits: { count: 1, of: 2 },
  });
});

test("labels become options, also for a type that was chosen by hand", () => {
  const preview = previewOf(foundColumn(0, "Stage"), ["Open", "Won", "Open"], { type: "single_select" });
  expect(preview?.cells.map((cell) => cell.is === "value" && cell.value)).toEqual(["Open", "Won", "Open"]);
  expect(preview?.column.field.template).toMatchObject({ options: [{ label: "Open" }, { label: "Won" }] });
});

test("labels that a field lacks do not fit if no options may be added", () => {
  const stage = field("Stage", "single_select", {
    options: [{ value: "aaaa", label: "Open", color: "blue" }],
  });
  const found = foundColumn(0, "Stage");
  const draft = { ...draftOfColumn(found), fieldId: stage.id };
  const read = (addOptions: boolean) =>
    previewColumn(found, draft, { rows: rowsOf("Open", "Won"), fields: [stage], addOptions })?.misfits.count;
  expect([read(false), read(true)]).toEqual([1, 0]);
});

test("lists of JSON are values; names of linked records are left to the server", () => {
  const found = foundColumn(0, "Tags", { type: "multiple_select" });
  expect(previewOf(found, ['["A","B"]', "A"])?.cells.every(({ is }) => is === "value")).toBe(true);
  const linked = field("Team", "linked_record", { tableId: "t2", allowMultiple: true });
  const preview = previewColumn(
    foundColumn(0, "Team"),
    { ...draftOfColumn(foundColumn(0, "Team")), fieldId: linked.id },
    { rows: rowsOf("Ada"), fields: [linked], addOptions: true },
  );
  expect(preview?.cells).toEqual([{ is: "text", text: "Ada" }]);
});

test("a skipped column and one with invalid settings have no preview", () => {
  expect(previewOf(foundColumn(0, "A"), ["x"], { isSkipped: true })).toBeUndefined();
  const invalid = { type: "number", template: { decimalPlaces: 99 } };
  expect(previewOf(foundColumn(0, "A"), ["1"], invalid)).toBeUndefined();
});

test("the misfits of types that the analysis tried are those of its sample", () => {
  const suggestions = [{ type: "date", template: { dateFormat: "iso" }, unconvertible: 3 }];
  const found = foundColumn(0, "Due", { suggestions, filled: 900 });
  const draft = draftOfColumn(found);
  expect(knownMisfits(found, draft)).toEqual({ count: 0, of: 900 });
  expect(knownMisfits(found, { ...draft, type: "date", template: { dateFormat: "iso" } })).toEqual({
    count: 3,
    of: 900,
  });
  expect(knownMisfits(found, { ...draft, type: "date", template: { dateFormat: "us" } })).toBeUndefined();
  expect(suggestionsFor(found, draft).map(({ label }) => label)).toEqual(["Date (3 don't fit)"]);
  expect(suggestionsFor(found, { ...draft, type: "date" })).toEqual([]);
});
