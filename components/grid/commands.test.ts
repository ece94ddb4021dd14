import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Record } from "@/lib/contract/records";
import { fieldType } from "@/lib/field-types";
import type { GridColumn } from "./columns";
import { commit, type GridState, run, selectCell, startTyping } from "./commands";
import { type Cursor, idle, retype, select } from "./cursor";
import { createEditStore } from "./edit-store";
import { failureOf } from "./edits";
import { editingKeys, selectingKeys } from "./keys";

const types = [
  "single_line_text",
  "number",
  "checkbox",
  "single_select",
  "date",
  "rating",
  "multiple_select",
  "linked_record",
  "attachments",
  "autonumber",
];
const templates: { readonly [type: string]: object } = {
  single_select: { options: [{ label: "Open" }] },
  multiple_select: { options: [{ label: "Red" }, { label: "Large, or larger" }] },
  linked_record: { tableId: "tAbcdefghij" },
};
const columns = types.map((name, index): GridColumn => {
  const template = fieldType(name).template.parse(templates[name] ?? {});
  const field = {
    id: `f${index}`,
    name,
    type: name,
    template: template as { [key: string]: unknown },
    order: index,
  };
  return { index, field, fieldType: fieldType(name), left: index * 100, width: 100, isPinned: index === 0 };
});

const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const file = {
  filename: "a.txt",
  originalName: "a.txt",
  size: 1,
  mimeType: "text/plain",
  url: "http://localhost/a.txt",
  uploadedAt: "2026-01-31T09:30:00.000Z",
};

/** A grid of 20 rows, of which only the first 10 have come; it keeps what would be sent. */
function makeGrid() {
  const sent: unknown[] = [];
  const problems: string[] = [];
  const data = {
    f0: "One",
    f1: 5,
    f2: false,
    f3: null,
    f4: null,
    f5: 3,
    f6: ["Red"],
    f7: [ada],
    f8: [file],
    f9: 1,
  };
  const records = Array.from(
    { length: 10 },
    (_, row): Record => ({ id: `r${row}`, data, fields: {}, createdAt: "", updatedAt: "" }),
  );
  const store = createEditStore({
    send: ({ recordId, fieldId, value }) => {
      sent.push({ recordId, fieldId, value });
      return new Promise(() => {});
    },
    onSaved: () => {},
    onRefused: () => {},
    isPassing: () => false,
    retryLater: () => {},
  });
  let cursor: Cursor = idle;
  const bounds = { rows: 20, columns: columns.length, pageRows: 5, pageColumns: 2 };
  const state = (): GridState => ({
    cursor,
    bounds,
    columns,
    recordAt: (row) => records[row],
    findRecord: (id) => records.find((record) => record.id === id),
    store,
    setCursor: (next) => {
      cursor = next;
    },
    onNotSaved: (reason) => problems.push(reason),
  });
  const at = (row: number, column: number) => {
    cursor = select({ row, column }, bounds);
  };
  const typed = (text: string) => {
    startTyping("", state());
    state().setCursor(retype(cursor, text));
  };
  return { state, sent, problems, store, at, typed, get: () => cursor };
}

describe("an edit", () => {
  it("is written once, and the cursor goes on", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("1,000");
    expect(run({ do: "commit", step: "down" }, grid.state())).toBe(true);
    expect(grid.sent).toEqual([{ recordId: "r2", fieldId: "f1", value: 1000 }]);
    expect(grid.get()).toEqual(select({ row: 3, column: 1 }, grid.state().bounds));
  });

  it("of the value that is there already sends nothing", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("5.0");
    commit(grid.state());
    grid.at(2, 0);
    run({ do: "edit" }, grid.state());
    commit(grid.state());
    run({ do: "clear" }, grid.state());
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toEqual([{ recordId: "r2", fieldId: "f0", value: null }]);
  });

  it("of text that is no value sends nothing, marks the cell, and begins with that text again", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("lots");
    commit(grid.state());
    expect(grid.sent).toEqual([]);
    expect(grid.problems).toHaveLength(1);
    expect(failureOf(grid.store.get().records.get("r2"), "f1")).toMatchObject({ draft: "lots" });
    run({ do: "edit" }, grid.state());
    expect(grid.get()).toMatchObject({ state: "editing", draft: "lots" });
    grid.state().setCursor(retype(grid.get(), "5"));
    commit(grid.state());
    expect(failureOf(grid.store.get().records.get("r2"), "f1")).toBeUndefined();
    expect(grid.sent).toEqual([]);
  });

  it("of a select takes the first option that the text finds", () => {
    const grid = makeGrid();
    grid.at(0, 3);
    grid.typed("op");
    commit(grid.state());
    expect(grid.sent).toEqual([{ recordId: "r0", fieldId: "f3", value: "Open" }]);
  });

  it("is written when another cell is selected, and not when it is cancelled", () => {
    const grid = makeGrid();
    grid.at(2, 0);
    grid.typed("Ada");
    selectCell({ row: 4, column: 4 }, grid.state());
    expect(grid.sent).toHaveLength(1);
    grid.typed("2026-01-01");
    run({ do: "escape" }, grid.state());
    expect(grid.sent).toHaveLength(1);
    expect(grid.get()).toMatchObject({ state: "selecting", isLeaving: true });
  });
});

describe("a checkbox", () => {
  it("is toggled by its commands, opens no editor and takes no text", () => {
    const grid = makeGrid();
    grid.at(1, 2);
    run({ do: "toggle" }, grid.state());
    run({ do: "edit" }, grid.state());
    startTyping("x", grid.state());
    expect(grid.get().state).toBe("selecting");
    expect(
      grid.store
        .get()
        .records.get("r1")
        ?.queue.map(({ value }) => value),
    ).toEqual([true, false]);
  });
});

describe("typing", () => {
  it("a digit on a rating is the whole edit, other text is none", () => {
    const grid = makeGrid();
    grid.at(1, 5);
    startTyping("x", grid.state());
    startTyping("4", grid.state());
    expect(grid.get().state).toBe("selecting");
    expect(grid.sent).toEqual([{ recordId: "r1", fieldId: "f5", value: 4 }]);
    startTyping("9", grid.state());
    expect(grid.problems).toEqual([expect.stringMatching(/from 0 to 5/)]);
  });

  it("takes the place of what a multiple select holds, and finds its last option", () => {
    const grid = makeGrid();
    grid.at(1, 6);
    startTyping("l", grid.state());
    expect(grid.get()).toMatchObject({ state: "editing", draft: "l" });
    grid.state().setCursor(retype(grid.get(), "Red, larg"));
    commit(grid.state());
    expect(grid.sent).toEqual([{ recordId: "r1", fieldId: "f6", value: ["Red", "Large, or larger"] }]);
  });

  it("searches beside the links that are there, and is no link itself", () => {
    const grid = makeGrid();
    grid.at(1, 7);
    startTyping("b", grid.state());
    expect(grid.get()).toMatchObject({ state: "editing", draft: `${ada}, b` });
    commit(grid.state());
    expect(grid.sent).toEqual([]);
    expect(grid.problems).toEqual([expect.stringMatching(/picked from the list; “b” is none/)]);
  });

  it("means nothing to files, whose draft is their list", () => {
    const grid = makeGrid();
    grid.at(1, 8);
    startTyping("x", grid.state());
    expect(grid.get().state).toBe("selecting");
    run({ do: "edit" }, grid.state());
    commit(grid.state());
    expect(grid.sent).toEqual([]);
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toEqual([{ recordId: "r1", fieldId: "f8", value: [] }]);
  });
});

it("a computed cell takes nothing", () => {
  const grid = makeGrid();
  grid.at(1, 9);
  startTyping("x", grid.state());
  for (const name of ["edit", "clear", "toggle", "today"] as const) run({ do: name }, grid.state());
  expect(grid.get().state).toBe("selecting");
  expect(grid.sent).toEqual([]);
  expect(grid.problems).toEqual([]);
});

it("today is for dates", () => {
  const grid = makeGrid();
  grid.at(1, 4);
  run({ do: "today" }, grid.state());
  grid.at(2, 0);
  run({ do: "today" }, grid.state());
  expect(grid.sent).toEqual([
    { recordId: "r1", fieldId: "f4", value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ]);
});

it("no sequence of keys leaves the cursor outside the grid or an editor without a cell", () => {
  const command = fc.constantFrom(...Object.values(selectingKeys), ...Object.values(editingKeys));
  const click = fc.record({ row: fc.nat(19), column: fc.nat(columns.length - 1) });
  const doing = fc.oneof(command, click, fc.string());
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 60 }), (doings) => {
      const grid = makeGrid();
      for (const each of doings) {
        if (typeof each === "string") startTyping(each, grid.state());
        else if ("row" in each) selectCell(each, grid.state());
        else run(each, grid.state());
        const cursor = grid.get();
        if (cursor.state === "idle") continue;
        expect(cursor.focus.row).toBeGreaterThanOrEqual(0);
        expect(cursor.focus.row).toBeLessThan(20);
        expect(cursor.focus.column).toBeGreaterThanOrEqual(0);
        expect(cursor.focus.column).toBeLessThan(columns.length);
        if (cursor.state !== "editing") continue;
        expect(grid.state().findRecord(cursor.recordId)).toBeDefined();
        expect(columns.some(({ field }) => field.id === cursor.fieldId)).toBe(true);
      }
    }),
  );
});
