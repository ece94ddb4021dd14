import { describe, expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import type { Area } from "../cursor/selection";
import type { Block } from "./block";
import { copiedCell } from "./copy";
import {
  factsInWords,
  namesNeeded,
  needsPreview,
  type PastePlan,
  planPaste,
  writesSomething,
} from "./paste-plan";

const people = "tAbcdefghij";
const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const bob = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f24";
const columns = makeColumns(
  "single_line_text",
  "number",
  ["single_select", { options: [{ label: "Open" }] }],
  "autonumber",
  ["linked_record", { tableId: people }],
  "checkbox",
  "percent",
  "attachments",
);
const [text, number, auto, link, checkbox, percent, files] = [0, 1, 3, 4, 5, 6, 7] as const;
const bounds = { rows: 4, columns: columns.length, hiddenRows: [], headers: [], pageRows: 3, pageColumns: 2 };

function block(...rows: string[][]): Block {
  return rows.map((row) => row.map((each) => ({ text: each })));
}

function area(row: number, column = 0, height = 1, width = 1): Area {
  return { rows: { first: row, end: row + height }, columns: { first: column, end: column + width } };
}

function plan(pasted: Block, ...areas: Area[]): PastePlan {
  const ids = new Map([
    ["Ada", ada],
    ["Bob, Jr.", bob],
  ]);
  return planPaste(pasted, { areas, columns, bounds, isOwn: false, addsOptions: true }, () => ids);
}

/** The values a plan writes into its first area; undefined for cells that stay as they are. */
function valuesOf({ fillings: [filling] }: PastePlan): unknown[][] {
  if (!filling) return [];
  const { area: at, valueAt } = filling;
  return Array.from({ length: at.rows.end - at.rows.first }, (_, row) =>
    Array.from(
      { length: at.columns.end - at.columns.first },
      (_, column) => valueAt(at.rows.first + row, at.columns.first + column)?.value,
    ),
  );
}

describe("a paste", () => {
  it("parses each text by its field", () => {
    const { facts, ...rest } = plan(block(["A\nB", "1,234.5", "open"], ["", " ", ""]), area(0));
    expect(valuesOf({ facts, ...rest })).toEqual([
      ["A B", 1234.5, "Open"],
      [null, null, null],
    ]);
    expect(facts).toEqual({
      cells: 6,
      unreadable: 0,
      computed: 0,
      newOptions: 0,
      newRows: 0,
      columnsLeftOut: 0,
      examples: [
        { field: "single_line_text", text: "A\nB", shown: "A B" },
        { field: "single_select", text: "open", shown: "Open" },
      ],
      unconverted: [],
    });
  });

  it("parses text from elsewhere as if it were typed", () => {
    const fields = makeColumns(
      ["number", { numberFormat: "period_comma" }],
      "percent",
      "duration",
      ["duration", { format: "h:mm:ss" }],
      "date",
    );
    const typed = block(["1.234", "45", "90", "90", "Jan 31, 2026"], ["1,5", "12.5 %", "1:30", "1h", "x"]);
    const pasted = planPaste(
      typed,
      {
        areas: [area(0, 0, 2, 5)],
        columns: fields,
        bounds: { ...bounds, columns: 5 },
        isOwn: false,
        addsOptions: true,
      },
      () => new Map(),
    );
    expect(valuesOf(pasted)).toEqual([
      [1234, 0.45, 5_400, 90, "2026-01-31"],
      [1.5, 0.125, 5_400, 3_600, undefined],
    ]);
    expect(pasted.facts).toMatchObject({
      examples: [
        { field: "number", text: "1.234", shown: "1.234,0" },
        { field: "percent", text: "45", shown: "45%" },
        { field: "duration", text: "90", shown: "1:30" },
        { field: "duration", text: "90", shown: "0:01:30" },
      ],
      unconverted: [{ field: "date", row: 2, text: "x" }],
    });
  });

  it("takes the full number of an own copy, and the displayed text for text fields", () => {
    const fields = makeColumns(
      ["number", { numberFormat: "period_comma" }],
      "percent",
      "duration",
      "long_text",
      "date",
    );
    const cells = [
      { text: "1.2", plain: "1.234" },
      { text: "45", plain: "45" },
      { text: "0:01", plain: "90" },
      { text: "40%", plain: "0.4" },
      { text: "05/01/2026", plain: "2026-01-05" },
    ];
    const target = {
      areas: [area(0, 0, 1, 5)],
      columns: fields,
      bounds: { ...bounds, columns: 5 },
      isOwn: true,
      addsOptions: true,
    };
    expect(valuesOf(planPaste([cells], target, () => new Map()))).toEqual([
      [1.234, 45, 90, "40%", "2026-01-05"],
    ]);
  });

  it("gives each cell its editor's initial draft, in case it is refused", () => {
    const { fillings } = plan(block(["25%"]), area(0, percent));
    expect(fillings[0]?.valueAt(0, percent)).toEqual({ value: 0.25, draft: "25" });
  });

  it("skips values that cannot be converted, and computed cells", () => {
    const pasted = plan(block(["lots", "New", "7", "x"]), area(0, number));
    expect(valuesOf(pasted)).toEqual([[undefined, "New", undefined, undefined]]);
    expect(pasted.facts).toMatchObject({ cells: 3, unreadable: 2, computed: 1, newOptions: 1 });
    expect(pasted.computed).toEqual([columns[auto]]);
  });

  it("counts values for computed cells with repetitions, without blanks", () => {
    const pasted = plan(block(["Open", "7", ada], ["Open", "", ada]), area(0, auto - 1, 4, 3));
    expect(pasted.facts).toMatchObject({ cells: 8, computed: 2 });
    const target = { areas: [area(0, auto - 1, 1, 3)], columns, bounds, isOwn: true, addsOptions: true };
    const ofOurs = planPaste(block(["Open", "7", ada]), target, () => new Map());
    expect(ofOurs.facts).toMatchObject({ cells: 2, computed: 0 });
    expect(ofOurs.computed).toEqual([columns[auto]]);
  });

  it("leaves cells with unknown labels as they are for people who may not add options", () => {
    const column = columns.findIndex(({ field }) => field.type === "single_select");
    const target = { areas: [area(0, column, 2)], columns, bounds, isOwn: false };
    const pasted = (addsOptions: boolean) =>
      planPaste(block(["Open"], ["Never seen"]), { ...target, addsOptions }, () => new Map());
    expect(pasted(true).facts).toMatchObject({ newOptions: 1, unreadable: 0 });
    expect(pasted(false).facts).toMatchObject({ newOptions: 0, unreadable: 1 });
    expect(valuesOf(pasted(false))).toEqual([["Open"], [undefined]]);
  });

  it("creates only rows that receive a value", () => {
    const last = (pasted: Block, column: number) => plan(pasted, area(3, column)).facts.newRows;
    expect(last(block(["x"], ["y"], ["z"]), text)).toBe(2);
    expect(last(block(["1"], ["2"]), auto)).toBe(0);
    expect(last(block(["1"], ["lots"], ["3"], ["many"]), number)).toBe(2);
    expect(last(block(["x"], [""], ["z"]), text)).toBe(2);
    const short = plan(block(["1", ada], ["2"]), area(3, auto));
    expect(short.areas).toEqual([area(3, auto, 1, 2)]);
    const empty = {
      areas: [area(0, auto)],
      columns,
      bounds: { ...bounds, rows: 0 },
      isOwn: false,
      addsOptions: true,
    };
    expect(planPaste(block(["1"]), empty, () => new Map())).toMatchObject({
      areas: [],
      facts: { cells: 0, computed: 1, newRows: 0 },
    });
    expect(planPaste(block(["x"]), { ...empty, areas: [area(0)] }, () => new Map()).facts.newRows).toBe(1);
  });

  it("skips the cells missing in a short row", () => {
    expect(valuesOf(plan(block(["a", "1"], ["b"]), area(0)))).toEqual([
      ["a", 1],
      ["b", undefined],
    ]);
  });

  it("fills every range with one value", () => {
    const pasted = plan(block(["5"]), area(0, number, 2), area(3, percent));
    expect(pasted.areas).toHaveLength(2);
    expect(
      pasted.fillings.map(({ area: { rows, columns: at }, valueAt }) => valueAt(rows.first, at.first)?.value),
    ).toEqual([5, 0.05]);
    const twice = plan(block(["5"]), area(0, number), area(2, number), area(3, percent));
    expect(twice.facts.examples).toEqual([
      { field: "number", text: "5", shown: "5.0" },
      { field: "percent", text: "5", shown: "5%" },
    ]);
    expect(pasted.facts.cells).toBe(3);
  });

  it("repeats a block, and counts its cells with repetitions", () => {
    const pasted = plan(block(["1"], ["no"]), area(0, number, 4));
    expect(valuesOf(pasted)).toEqual([[1], [undefined], [1], [undefined]]);
    expect(pasted.facts).toMatchObject({ cells: 4, unreadable: 2 });
    expect(pasted.facts.unconverted).toEqual([{ field: "number", row: 2, text: "no" }]);
    expect(writesSomething(pasted.facts)).toBe(true);
    expect(writesSomething(plan(block(["no"]), area(0, number, 4)).facts)).toBe(false);
  });

  it("counts new rows, new options and columns without a field", () => {
    const pasted = plan(block(["x", "", "One"], ["y", "", "Two"], ["z", "", "One"]), area(3));
    expect(pasted.facts).toMatchObject({ newRows: 2, newOptions: 2 });
    expect(plan(block(["1", "2", "3"]), area(0, files)).facts.columnsLeftOut).toBe(2);
  });

  it("finds linked records by name, alone or in a list", () => {
    expect(valuesOf(plan(block(["Ada"], ["Bob, Jr."], ['Ada, "Bob, Jr."'], ["Eve"]), area(0, link)))).toEqual(
      [[[ada]], [[bob]], [[ada, bob]], [undefined]],
    );
    const target = { areas: [area(0, text)], columns, bounds, isOwn: false, addsOptions: true };
    const wide = block(["x", "1", "", "", "Ada, Bob", "", "", ""], ["x", "1", "", "", ada, "", "", ""]);
    expect([...namesNeeded(wide, target)]).toEqual([[columns[link], ["Ada, Bob", "Ada", "Bob"]]]);
  });

  it("takes the value in an own copy, if the field accepts it", () => {
    const link2 = [{ text: "Zoe", kept: { type: "linked_record", tableId: people, value: [bob] } }];
    const other = [{ text: "Ada", kept: { type: "linked_record", tableId: "tBcdefghijk", value: [bob] } }];
    const bad = [{ text: "Ada", kept: { type: "linked_record", tableId: people, value: ["no id"] } }];
    expect(valuesOf(plan([link2, other, bad], area(0, link)))).toEqual([[[bob]], [[ada]], [[ada]]]);
  });

  it("unchecks a checkbox for an empty text, and keeps it for an invalid one", () => {
    expect(valuesOf(plan(block(["TRUE"], [""], ["x"], ["maybe"]), area(0, checkbox)))).toEqual([
      [true],
      [false],
      [true],
      [undefined],
    ]);
  });

  it("without cells writes nothing", () => {
    expect(plan([], area(0)).fillings).toEqual([]);
    expect(valuesOf(plan(block(["1"]), area(0, auto)))).toEqual([[undefined]]);
  });
});

describe("the preview", () => {
  const facts = { cells: 4, unreadable: 0, computed: 0, newOptions: 0, newRows: 0, columnsLeftOut: 0 };

  it("is shown for losses, new options and large pastes, but not for new rows alone", () => {
    expect(needsPreview(facts)).toBe(false);
    expect(needsPreview({ ...facts, newRows: 40 })).toBe(false);
    expect(needsPreview({ ...facts, cells: 1_000 })).toBe(false);
    for (const reason of [
      { cells: 1_001 },
      { unreadable: 1 },
      { computed: 1 },
      { newOptions: 1 },
      { columnsLeftOut: 1 },
    ]) {
      expect(needsPreview({ ...facts, ...reason })).toBe(true);
    }
  });

  it("lists all facts", () => {
    expect(factsInWords({ ...facts, cells: 1 })).toBe("1 cell");
    expect(factsInWords({ ...facts, cells: 2_314, unreadable: 12, newOptions: 3, newRows: 40 })).toBe(
      "2,314 cells, 12 can't be converted, 3 new options, 40 new records",
    );
    expect(factsInWords({ ...facts, computed: 6 })).toBe("4 cells, 6 read-only cells stay unchanged");
    expect(factsInWords({ ...facts, computed: 1 })).toBe("4 cells, 1 read-only cell stays unchanged");
    expect(factsInWords({ ...facts, columnsLeftOut: 1 })).toBe("4 cells, 1 column left out");
  });
});

describe("a copy", () => {
  type Column = (typeof columns)[number];
  const nameOf = (id: string) => (id === ada ? "Ada" : "Bob, Jr.");
  const copied = (index: number, value: unknown) => {
    const column = columns[index] as Column;
    return copiedCell({ column, source: column }, value, nameOf);
  };
  const lookedUp = (from: number, value: unknown) => {
    const [column] = makeColumns(["lookup", { linkFieldId: "f4", targetFieldId: "f0" }]) as [Column];
    return copiedCell({ column, source: columns[from] as Column }, value, nameOf);
  };

  it("contains the displayed text, and the full text where that may say more", () => {
    expect(copied(number, 1234.567)).toEqual({ text: "1,234.6", plain: "1234.567" });
    expect(copied(percent, 0.25)).toEqual({ text: "25%", plain: "0.25" });
    expect(copied(checkbox, true)).toEqual({ text: "true", plain: "true" });
    expect(copied(auto, 42)).toEqual({ text: "42", plain: "42" });
    expect(copied(text, "Ada")).toEqual({ text: "Ada" });
    expect(copied(text, null)).toEqual({ text: "" });
  });

  it("of links contains their names and their ids", () => {
    expect(copied(link, [ada, bob])).toEqual({
      text: 'Ada, "Bob, Jr."',
      kept: { type: "linked_record", tableId: people, value: [ada, bob] },
    });
  });

  it("of a lookup follows its target field: names of links, and other values one by one", () => {
    expect(lookedUp(link, [ada, bob, ada])).toEqual({
      text: 'Ada, "Bob, Jr.", Ada',
      kept: { type: "linked_record", tableId: people, value: [ada, bob, ada] },
    });
    expect(lookedUp(text, ["One", "Two, or more"])).toEqual({ text: 'One, "Two, or more"' });
    expect(lookedUp(text, ["Two, or more"])).toEqual({ text: '"Two, or more"' });
    expect(lookedUp(percent, [0.25, 1])).toEqual({ text: "25%, 100%", plain: "0.25, 1" });
    expect(lookedUp(number, [1234.5])).toEqual({ text: "1,234.5", plain: "1234.5" });
    expect(lookedUp(number, [1234.5, 1])).toEqual({ text: '"1,234.5", 1.0', plain: "1234.5, 1" });
    expect(lookedUp(link, [])).toEqual({ text: "" });
  });

  it("of files contains their names and the files", () => {
    const file = {
      filename: "a.txt",
      originalName: "a.txt",
      size: 1,
      mimeType: "text/plain",
      url: "http://localhost/a.txt",
      uploadedAt: "2026-01-31T09:30:00.000Z",
    };
    expect(copied(files, [file])).toEqual({ text: "a.txt", kept: { type: "attachments", value: [file] } });
    expect(lookedUp(files, [file, file])).toEqual({
      text: "a.txt, a.txt",
      kept: { type: "attachments", value: [file, file] },
    });
  });
});
