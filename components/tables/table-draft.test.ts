import { expect, test } from "vitest";
import { fullTemplate } from "@/components/fields/templates/template";
import { tableCreate } from "@/lib/contract/tables";
import {
  changeDraft,
  emptyDraft,
  type TableDraft,
  type TableDraftAction,
  toTableCreate,
} from "./table-draft";

const threeFields = after({ do: "add" }, { do: "add" });

test("a new draft has a first field and no name", () => {
  expect(tableCreate.safeParse(toTableCreate(emptyDraft)).error?.issues.map((each) => each.path)).toEqual([
    ["name"],
  ]);
  expect(tableCreate.safeParse(toTableCreate(after({ do: "rename", name: "People" }))).success).toBe(true);
});

test("an added field gets the focus and a unique key", () => {
  expect(keys(threeFields)).toEqual([0, 1, 2]);
  expect(threeFields.focus).toEqual({ key: 2, on: "name" });
});

test("moving keeps the focus on the button, or on the other one at an edge", () => {
  const moved = changeDraft(threeFields, { do: "move", key: 2, by: -1 });
  expect(keys(moved)).toEqual([0, 2, 1]);
  expect(moved.focus).toEqual({ key: 2, on: "up" });
  const top = changeDraft(moved, { do: "move", key: 2, by: -1 });
  expect(keys(top)).toEqual([2, 0, 1]);
  expect(top.focus).toEqual({ key: 2, on: "down" });
  const bottom = changeDraft(threeFields, { do: "move", key: 1, by: 1 });
  expect(keys(bottom)).toEqual([0, 2, 1]);
  expect(bottom.focus).toEqual({ key: 1, on: "up" });
});

test("a field does not move beyond the edges", () => {
  expect(keys(changeDraft(threeFields, { do: "move", key: 0, by: -1 }))).toEqual([0, 1, 2]);
  expect(keys(changeDraft(threeFields, { do: "move", key: 2, by: 1 }))).toEqual([0, 1, 2]);
});

test("removing a field focuses the next one, else the last", () => {
  const middle = changeDraft(threeFields, { do: "remove", key: 1 });
  expect(keys(middle)).toEqual([0, 2]);
  expect(middle.focus).toEqual({ key: 2, on: "name" });
  const last = changeDraft(middle, { do: "remove", key: 2 });
  expect(last.focus).toEqual({ key: 0, on: "name" });
});

test("keys are never reused", () => {
  const draft = changeDraft(changeDraft(threeFields, { do: "remove", key: 2 }), { do: "add" });
  expect(keys(draft)).toEqual([0, 1, 3]);
});

test("changing the type keeps the settings of the previous one but sends only its own", () => {
  const number = after({ do: "change", key: 0, to: { type: "number", template: { decimalPlaces: 4 } } });
  const select = changeDraft(number, { do: "change", key: 0, to: { type: "single_select" } });
  expect(toTableCreate(select).fields[0]?.template).toEqual({});
  const currency = changeDraft(select, { do: "change", key: 0, to: { type: "currency" } });
  expect(toTableCreate(currency).fields[0]?.template).toEqual({ decimalPlaces: 4 });
  expect(currency.fields[0] && fullTemplate(currency.fields[0])).toEqual({
    currencySymbol: "$",
    decimalPlaces: 4,
    numberFormat: "local",
  });
});

function after(...actions: TableDraftAction[]): TableDraft {
  return actions.reduce(changeDraft, emptyDraft);
}

function keys({ fields }: TableDraft): number[] {
  return fields.map((field) => field.key);
}
