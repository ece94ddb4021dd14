import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import * as openLink from "@/components/cells/open-link";
import type { Command } from "@/components/commands/command";
import { commandList, editingList } from "@/components/commands/command-list";
import { commandNeeds, offered } from "@/components/commands/command-needs";
import { createEditStore } from "@/components/edits/edit-store";
import { failureOf } from "@/components/edits/edits";
import type { May, Right } from "@/components/rights/rights";
import { createTasks } from "@/components/tasks/tasks";
import { everyAction } from "@/lib/contract/actions";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { setCut } from "../clipboard/cut";
import { paste } from "../clipboard/paste";
import {
  activeOf,
  type Cursor,
  hasSelection,
  idle,
  retype,
  select,
  selectionOf,
  selectRange,
} from "../cursor/cursor";
import { fieldsSelectedWith, type GridServices, type GridState } from "../grid-state";
import { createTypeaheadQueue } from "../input/typeahead-queue";
import type { Overlay } from "../overlay";
import { awaitsCount, pointAt, run, selectCell, startTyping, whyOff } from "./commands";
import { commit } from "./commit";
import { deferred } from "./deferred";

beforeAll(async () => void (await deferred.load()));

const columns = makeColumns(
  "single_line_text",
  "number",
  "checkbox",
  ["single_select", { options: [{ label: "Open" }] }],
  "date",
  "rating",
  ["multiple_select", { options: [{ label: "Red" }, { label: "Large, or larger" }] }],
  ["linked_record", { tableId: "tAbcdefghij" }],
  "attachments",
  "autonumber",
  ["lookup", { linkFieldId: "f7", targetFieldId: "f0" }],
);

const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const file = {
  filename: "a.txt",
  originalName: "a.txt",
  size: 1,
  mimeType: "text/plain",
  url: "http://localhost/a.txt",
  uploadedAt: "2026-01-31T09:30:00.000Z",
};

/** A grid of 20 rows with the first 10 loaded; records what would be sent. */
function makeGrid(may: May = () => true) {
  const shownColumns = columns.map((column) => ({ ...column, isLocked: !may("edit-records") }));
  const sent: { recordId: string; fieldId: string; value: unknown }[][] = [];
  const problems: string[] = [];
  const notified: string[] = [];
  const shown: Overlay[] = [];
  const gone: string[][] = [];
  const hidden: string[][] = [];
  const explained: string[] = [];
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
    f10: ["Ada"],
  };
  const records = Array.from(
    { length: 20 },
    (_, row): Record => ({ id: `r${row}`, data, fields: {}, createdAt: "", updatedAt: "" }),
  );
  const store = createEditStore({
    send: ({ edits }) => {
      sent.push(edits.map(({ recordId, fieldId, value }) => ({ recordId, fieldId, value })));
      return new Promise(() => {});
    },
    onWrite: () => {},
    conflictText: () => "",
    onSaved: () => {},
    onRefused: () => {},
    isPassing: () => false,
    isSignedOut: () => false,
    blamed: () => new Map(),
    retryLater: () => {},
  });
  let cursor: Cursor = idle;
  const bounds = {
    rows: 20,
    columns: columns.length,
    hiddenRows: [],
    headers: [],
    pageRows: 5,
    pageColumns: 2,
  };
  const tasks = createTasks((_, error) => problems.push(String(error)));
  const services: GridServices = {
    state: () => state(),
    listing: { databaseId: "d", tableId: "t", viewId: "v", search: "", selection: "", groups: [] },
    table: {
      id: "t",
      name: "Projects",
      order: 0,
      primaryFieldId: "f0",
      fields: columns.map(({ field }) => field),
      views: [],
      url: "",
    },
    orderedBy: [],
    filter: null,
    typeahead: createTypeaheadQueue(),
    queryClient: new QueryClient(),
    tasks,
    storeOf: () => store,
    async *readRows({ rows }) {
      yield records.slice(rows.first, rows.end);
    },
    show: (overlay) => shown.push(overlay),
    may,
    lockedFieldIds: new Set(),
    notify: ({ title }) => notified.push(title),
    reloadRows: async () => {},
    reloadSummaries: async () => {},
    whenViewsSaved: async () => {},
    reloadTable: () => {},
    switchToTable: () => {},
    importFile: () => {},
    exportAs: () => {},
    print: () => true,
    takeFocus: () => {},
    deleteFields: (fields) => gone.push(fields.map(({ id }) => id)),
    explainField: ({ id }) => explained.push(id),
    hideFields: (fields) => hidden.push(fields.map(({ id }) => id)),
  };
  const state = (): GridState => ({
    cursor,
    bounds,
    isCounting: false,
    grouping: {
      levels: [],
      groups: [],
      isCut: false,
      error: null,
      collapsed: new Set(),
      setCollapsed: () => {},
    },
    columns: shownColumns,
    recordAt: (row) => (row < 10 ? records[row] : undefined),
    rowOf: (id) => records.findIndex((record) => record.id === id),
    findRecord: (id) => records.find((record) => record.id === id),
    store,
    setCursor: (next) => {
      cursor = next;
    },
    onNotSaved: (reason) => problems.push(reason),
    services,
  });
  const at = (row: number, column: number) => {
    cursor = select({ row, column }, bounds);
  };
  const range = (from: [number, number], to: [number, number]) => {
    const [anchor, focus] = [from, to].map(([row, column]) => ({ row, column })) as [never, never];
    cursor = selectRange({ anchor, focus, reach: "cells" }, bounds);
  };
  const typed = (text: string) => {
    startTyping("", state());
    state().setCursor(retype(cursor, text));
  };
  return {
    state,
    sent,
    problems,
    notified,
    shown,
    gone,
    hidden,
    explained,
    store,
    services,
    at,
    range,
    typed,
    get: () => cursor,
  };
}

// Commands that reach beyond the grid affect the page.
beforeEach(() => {
  vi.stubGlobal("window", {
    location: { href: "http://localhost/database/d/t" },
    history: { state: null, pushState: vi.fn() },
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => true,
  });
  vi.stubGlobal("KeyboardEvent", Event);
  vi.stubGlobal("document", { execCommand: () => false });
  vi.spyOn(openLink, "openLink").mockReturnValue();
  return () => setCut(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rest = () => new Promise((resolve) => setTimeout(resolve));

describe("an edit", () => {
  it("is saved once, and the cursor moves on", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("1,000");
    expect(run({ do: "commit", step: "down" }, grid.state())).toBe(true);
    expect(grid.sent).toEqual([[{ recordId: "r2", fieldId: "f1", value: 1000 }]]);
    expect(grid.get()).toEqual(select({ row: 3, column: 1 }, grid.state().bounds));
  });

  it("without a change sends nothing", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("5.0");
    commit(grid.state());
    grid.at(2, 0);
    run({ do: "edit" }, grid.state());
    commit(grid.state());
    run({ do: "clear" }, grid.state());
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toEqual([[{ recordId: "r2", fieldId: "f0", value: null }]]);
  });

  it("is saved if its record is no longer loaded; if its field is gone, the text is reported", () => {
    const grid = makeGrid();
    grid.at(2, 1);
    grid.typed("7");
    commit({ ...grid.state(), findRecord: () => undefined });
    expect(grid.sent).toEqual([[{ recordId: "r2", fieldId: "f1", value: 7 }]]);
    grid.at(3, 1);
    grid.typed("8");
    commit({ ...grid.state(), columns: columns.slice(0, 1) });
    expect(grid.sent).toHaveLength(1);
    expect(grid.problems).toEqual([expect.stringContaining("8")]);
    expect(grid.get().state).toBe("selecting");
  });

  it("continues at the current row of its record", () => {
    const grid = makeGrid();
    const moved = () => ({ ...grid.state(), recordAt: () => undefined, rowOf: () => 7 });
    grid.at(2, 1);
    grid.typed("7");
    run({ do: "commit", step: "next" }, moved());
    expect(grid.get()).toMatchObject(select({ row: 7, column: 2 }, grid.state().bounds));
    grid.at(2, 1);
    grid.typed("7");
    run({ do: "escape" }, moved());
    expect(activeOf(grid.get())).toEqual({ row: 7, column: 1 });
  });

  it("with invalid text sends nothing, marks the cell, and starts with that text again", () => {
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

  it("cancelled, discards invalid text that was kept, but decides no conflict", () => {
    const grid = makeGrid();
    const failed = () => failureOf(grid.store.get().records.get("r2"), "f1");
    grid.at(2, 1);
    grid.typed("lots");
    commit(grid.state());
    run({ do: "escape" }, grid.state());
    expect(failed()).toMatchObject({ draft: "lots" });
    run({ do: "edit" }, grid.state());
    run({ do: "escape" }, grid.state());
    expect(failed()).toBeUndefined();
    const cell = { recordId: "r2", fieldId: "f1" };
    const mine = { ...cell, value: 7, draft: "7" };
    const record = { id: "r2", data: { f1: 8 } } as unknown as Record;
    grid.store.fail(cell, { reason: "Changed", draft: "7", conflict: { mine, record } });
    run({ do: "edit" }, grid.state());
    run({ do: "escape" }, grid.state());
    expect(failed()).toMatchObject({ draft: "7" });
  });

  it("of a select takes the first matching option", () => {
    const grid = makeGrid();
    grid.at(0, 3);
    grid.typed("op");
    commit(grid.state());
    expect(grid.sent).toEqual([[{ recordId: "r0", fieldId: "f3", value: "Open" }]]);
  });

  it("is saved when another cell is selected, and not when it is cancelled", () => {
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
    run({ do: "space" }, grid.state());
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
  it("a digit sets a rating, other text does nothing", () => {
    const grid = makeGrid();
    grid.at(1, 5);
    startTyping("x", grid.state());
    startTyping("4", grid.state());
    expect(grid.get().state).toBe("selecting");
    expect(grid.sent).toEqual([[{ recordId: "r1", fieldId: "f5", value: 4 }]]);
    startTyping("9", grid.state());
    expect(grid.problems).toEqual([expect.stringMatching(/from 0 to 5/)]);
  });

  it("replaces the value of a multiple select, and finds its last option", () => {
    const grid = makeGrid();
    grid.at(1, 6);
    startTyping("l", grid.state());
    expect(grid.get()).toMatchObject({ state: "editing", draft: "l" });
    grid.state().setCursor(retype(grid.get(), "Red, larg"));
    commit(grid.state());
    expect(grid.sent).toEqual([[{ recordId: "r1", fieldId: "f6", value: ["Red", "Large, or larger"] }]]);
  });

  it("searches and keeps the existing links", () => {
    const grid = makeGrid();
    grid.at(1, 7);
    startTyping("b", grid.state());
    expect(grid.get()).toMatchObject({ state: "editing", draft: `${ada}, b` });
    commit(grid.state());
    expect(grid.sent).toEqual([]);
    expect(grid.problems).toEqual([expect.stringMatching(/records from the list; “b” is not one of them/)]);
  });

  it("is ignored by files, whose draft is their list", () => {
    const grid = makeGrid();
    grid.at(1, 8);
    startTyping("x", grid.state());
    expect(grid.get().state).toBe("selecting");
    run({ do: "edit" }, grid.state());
    commit(grid.state());
    expect(grid.sent).toEqual([]);
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toEqual([[{ recordId: "r1", fieldId: "f8", value: [] }]]);
  });
});

it("Enter on a cell computed from other fields shows how, but not to visitors, who may not know", () => {
  const ways: readonly [May, readonly string[], number][] = [
    [() => true, ["f10"], 0],
    [(right) => right === "read", ["f10"], 0],
    [() => false, [], 1],
  ];
  for (const [may, explained, notified] of ways) {
    const grid = makeGrid(may);
    grid.at(1, 10);
    run({ do: "edit" }, grid.state());
    expect(grid.explained).toEqual(explained);
    expect(grid.notified.length).toBe(notified);
    expect(grid.get().state).toBe("selecting");
  }
});

it("a computed cell accepts nothing, and reports it", () => {
  const grid = makeGrid();
  grid.at(1, 9);
  startTyping("x", grid.state());
  for (const name of ["edit", "clear", "space", "today", "now"] as const) run({ do: name }, grid.state());
  paste({ text: "1\n2", html: "" }, grid.state());
  expect(grid.notified).toEqual(Array(4).fill("autonumber is computed"));
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
    [{ recordId: "r1", fieldId: "f4", value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  ]);
});

describe("of a range", () => {
  it("everything editable with a value is cleared in one write", () => {
    const grid = makeGrid();
    grid.range([1, 0], [2, 9]);
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toHaveLength(1);
    expect(grid.sent[0]).toEqual(
      ["r1", "r2"].flatMap((recordId) => [
        { recordId, fieldId: "f0", value: null },
        { recordId, fieldId: "f1", value: null },
        { recordId, fieldId: "f5", value: null },
        { recordId, fieldId: "f6", value: [] },
        { recordId, fieldId: "f7", value: [] },
        { recordId, fieldId: "f8", value: [] },
      ]),
    );
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toHaveLength(1);
  });

  it("rows that are not loaded are read first", async () => {
    const grid = makeGrid();
    grid.range([8, 1], [11, 1]);
    run({ do: "clear" }, grid.state());
    expect(grid.sent).toEqual([]);
    await rest();
    expect(grid.sent).toEqual([
      ["r8", "r9", "r10", "r11"].map((recordId) => ({ recordId, fieldId: "f1", value: null })),
    ]);
  });

  it("several ranges are one write without duplicates", () => {
    const grid = makeGrid();
    grid.range([0, 1], [2, 1]);
    pointAt({ position: { row: 1, column: 1 }, reach: "cells", how: "add" }, grid.state());
    run({ do: "clear" }, grid.state());
    expect(grid.sent[0]?.map(({ recordId }) => recordId).toSorted()).toEqual(["r0", "r1", "r2"]);
  });

  it("Mod+Enter sets every cell to the typed value, converted to its field", () => {
    const grid = makeGrid();
    grid.range([0, 0], [1, 3]);
    grid.typed("7");
    run({ do: "fill-selection" }, grid.state());
    const [own, others] = [...grid.store.get().writes.values()];
    // The edited cell keeps the version from when its editor was opened; all of it is one undo step.
    expect(own?.edits).toEqual([
      { recordId: "r0", fieldId: "f0", value: "7", draft: "7", opened: expect.anything() },
    ]);
    expect(others?.edits).toEqual([
      { recordId: "r0", fieldId: "f1", value: 7, draft: "7" },
      { recordId: "r1", fieldId: "f0", value: "7", draft: "7" },
      { recordId: "r1", fieldId: "f1", value: 7, draft: "7" },
    ]);
    expect(others?.changeSetId).toBe(own?.changeSetId);
    expect(grid.get().state).toBe("selecting");
  });

  it("Mod+Enter without an editor sets every cell to the value of the active one", () => {
    const grid = makeGrid();
    grid.range([0, 5], [1, 0]);
    run({ do: "fill-selection" }, grid.state());
    expect(grid.sent).toEqual([
      [
        { recordId: "r0", fieldId: "f0", value: "3" },
        { recordId: "r0", fieldId: "f1", value: 3 },
        { recordId: "r1", fieldId: "f0", value: "3" },
        { recordId: "r1", fieldId: "f1", value: 3 },
      ],
    ]);
    // Computed fields can be copied from, but not into.
    grid.range([4, 9], [4, 9]);
    run({ do: "fill-selection" }, grid.state());
    expect(grid.sent).toHaveLength(1);
    expect(grid.notified).toHaveLength(1);
  });

  it("typing into a range fills its cells one after another", () => {
    const grid = makeGrid();
    grid.range([2, 0], [3, 1]);
    for (const text of ["a", "b", "7", "8"]) {
      grid.typed(text);
      run({ do: "commit", step: "down" }, grid.state());
    }
    const written = [...grid.store.get().writes.values()].flatMap(({ edits }) => edits);
    expect(written.map(({ recordId, fieldId, value }) => [recordId, fieldId, value])).toEqual([
      ["r2", "f0", "a"],
      ["r3", "f0", "b"],
      ["r2", "f1", 7],
      ["r3", "f1", 8],
    ]);
    expect(activeOf(grid.get())).toEqual({ row: 2, column: 0 });
  });

  it("Mod+Enter copies the value instead of the draft, and guesses no option", () => {
    const filled = (text: string | null, from: number, to: number) => {
      const grid = makeGrid();
      grid.range([0, from], [1, to]);
      if (text === null) run({ do: "edit" }, grid.state());
      else grid.typed(text);
      run({ do: "fill-selection" }, grid.state());
      const [, others] = [...grid.store.get().writes.values()];
      return Object.fromEntries((others?.edits ?? []).map(({ fieldId, value }) => [fieldId, value]));
    };
    expect(filled("op", 0, 3)).toEqual({ f0: "op" });
    expect(filled("Open", 0, 3)).toEqual({ f0: "Open", f3: "Open" });
    expect(filled("op", 3, 0)).toEqual({ f0: "Open", f3: "Open" });
    expect(filled("re", 0, 6)).toEqual({ f0: "re" });
    // Files are copied as names; links are not, because only their ids are known.
    expect(filled(null, 8, 0)).toMatchObject({ f0: "a.txt" });
    expect(filled(null, 7, 0)).toEqual({});
    expect(filled(ada, 0, 7)).toEqual({ f0: ada });
  });

  it("waits until its end is counted", () => {
    const grid = makeGrid();
    const counting = () => ({ ...grid.state(), isCounting: true });
    const isAwaited = (command: Command) => awaitsCount(command, counting());
    grid.range([0, 0], [5, 0]);
    expect(isAwaited({ do: "clear" })).toBe(false);
    run({ do: "expand-selection", reach: "all" }, counting());
    const commands: Command[] = [
      { do: "clear" },
      { do: "delete" },
      { do: "fill", along: "rows" },
      { do: "copy" },
    ];
    expect(commands.map(isAwaited)).toEqual([true, true, true, true]);
    expect(isAwaited({ do: "today" })).toBe(false);
    // A command from a menu cannot be queued.
    run({ do: "clear" }, counting());
    expect(grid.sent).toEqual([]);
    expect(awaitsCount({ do: "clear" }, grid.state())).toBe(false);
  });

  it("Mod+Enter with invalid text fills nothing", () => {
    const grid = makeGrid();
    grid.range([0, 1], [1, 1]);
    grid.typed("lots");
    run({ do: "fill-selection" }, grid.state());
    expect(grid.sent).toEqual([]);
    expect(grid.problems).toHaveLength(1);
  });

  it("Space sets every checkbox to the toggled value of the active one", () => {
    const grid = makeGrid();
    grid.range([0, 2], [2, 3]);
    run({ do: "space" }, grid.state());
    expect(grid.sent).toEqual([
      ["r0", "r1", "r2"].map((recordId) => ({ recordId, fieldId: "f2", value: true })),
    ]);
  });

  it("Mod+D copies the first row, or the row above a single one", () => {
    const grid = makeGrid();
    void grid.store.write({ edits: [{ recordId: "r1", fieldId: "f0", value: "Two", draft: "Two" }] });
    grid.range([1, 0], [3, 0]);
    run({ do: "fill", along: "rows" }, grid.state());
    expect(grid.sent.at(-1)).toEqual(
      ["r2", "r3"].map((recordId) => ({ recordId, fieldId: "f0", value: "Two" })),
    );
    grid.at(0, 0);
    const before = grid.sent.length;
    run({ do: "fill", along: "rows" }, grid.state());
    expect(grid.sent).toHaveLength(before);
  });

  it("deleting more than a thousand rows asks for confirmation", () => {
    const grid = makeGrid();
    const bounds = {
      rows: 5_000,
      columns: columns.length,
      hiddenRows: [],
      headers: [],
      pageRows: 5,
      pageColumns: 2,
    };
    grid.range([0, 0], [0, 0]);
    run({ do: "expand-selection", reach: "all" }, grid.state());
    run({ do: "delete" }, { ...grid.state(), bounds });
    expect(grid.shown).toEqual([expect.objectContaining({ is: "delete", rows: 5_000 })]);
  });
});

describe("of fields", () => {
  it("Mod+- asks for confirmation to delete selected fields, except the primary one", () => {
    const grid = makeGrid();
    grid.range([0, 0], [0, 2]);
    run({ do: "expand-selection", reach: "fields" }, grid.state());
    run({ do: "delete" }, grid.state());
    expect(grid.gone).toEqual([["f1", "f2"]]);
    expect(whyOff({ do: "delete" }, grid.state())).toBe("Fields are selected");
    expect(awaitsCount({ do: "delete" }, { ...grid.state(), isCounting: true })).toBe(false);
    run({ do: "hide-fields" }, grid.state());
    expect(grid.hidden).toEqual([["f1", "f2"]]);
    grid.at(0, 0);
    run({ do: "expand-selection", reach: "fields" }, grid.state());
    run({ do: "delete" }, grid.state());
    expect(grid.gone).toHaveLength(1);
    expect(grid.notified).toEqual(["The primary field can't be hidden or deleted"]);
  });

  it("chosen by name, the command applies to the fields of the selection", () => {
    const grid = makeGrid();
    grid.range([3, 3], [4, 4]);
    run({ do: "delete-fields" }, grid.state());
    run({ do: "hide-fields" }, grid.state());
    expect([grid.gone, grid.hidden]).toEqual([[["f3", "f4"]], [["f3", "f4"]]]);
    expect(whyOff({ do: "delete" }, grid.state())).toBeUndefined();
  });

  it("a header stands for all fields selected with it", () => {
    const grid = makeGrid();
    const together = (index: number) =>
      fieldsSelectedWith(columns[index]?.field as Field, grid.state()).map(({ id }) => id);
    expect(together(3)).toEqual(["f3"]);
    grid.range([0, 4], [0, 3]);
    expect(together(3)).toEqual(["f3"]);
    run({ do: "expand-selection", reach: "fields" }, grid.state());
    pointAt({ position: { row: 0, column: 6 }, reach: "fields", how: "add" }, grid.state());
    expect(together(3)).toEqual(["f3", "f4", "f6"]);
    expect(together(5)).toEqual(["f5"]);
    pointAt({ position: { row: 0, column: 8 }, reach: "cells", how: "add" }, grid.state());
    expect(together(3)).toEqual(["f3"]);
  });
});

it("Space opens the record of any other cell, in the address", () => {
  const grid = makeGrid();
  grid.at(1, 0);
  run({ do: "space" }, grid.state());
  expect(window.history.pushState).toHaveBeenCalledWith(
    { recordsOpened: 1 },
    "",
    new URL("http://localhost/database/d/t?record=r1"),
  );
  expect(grid.sent).toEqual([]);
});

describe("without permission", () => {
  const needed = new Set(Object.values(commandNeeds).filter((action) => action !== null));
  const others = everyAction.filter((action) => !needed.has(action));
  // Every combination of what commands need, without and with everything else.
  const everySet = Array.from({ length: 2 ** needed.size }, (_, set): readonly Right[] =>
    [...needed].filter((_action, index) => set & (1 << index)),
  ).flatMap((set): (readonly Right[])[] => [set, [...set, ...others]]);

  /** The outcome of a command with a cell of a column, or the whole column, selected. */
  function outcomeOf(command: Command, { may, column, reach }: Trial) {
    const grid = makeGrid(may);
    let tasks = 0;
    grid.services.tasks.run = async () => void tasks++;
    pointAt({ position: { row: 2, column }, reach, how: "select" }, grid.state());
    grid.notified.length = 0;
    run(command, grid.state());
    const isEditing = grid.get().state === "editing";
    return {
      writes: grid.sent.length + tasks + grid.gone.length + Number(isEditing),
      notified: grid.notified,
    };
  }
  interface Trial {
    readonly may: May;
    readonly column: number;
    readonly reach: "cells" | "fields";
  }

  it("no command writes, opens an editor or starts a task, and one that is not offered reports why", () => {
    for (const set of everySet) {
      const may: May = (action) => set.includes(action);
      const names = new Set(offered(commandList, may).map(({ name }) => name));
      for (const { name, command } of commandList) {
        const need = commandNeeds[command.do];
        expect(names.has(name)).toBe(need === null || may(need));
        // Applies to whole selected fields.
        const reach = command.do === "delete-fields" ? "fields" : "cells";
        // A text, a checkbox, files, a computed field.
        for (const column of [0, 2, 8, 9]) {
          const { writes, notified } = outcomeOf(command, { may, column, reach });
          if (!names.has(name)) expect([name, writes, notified.length]).toEqual([name, 0, 1]);
          // Copying also runs as a task.
          else if (need === null && command.do !== "copy" && !may("edit-records"))
            expect([name, writes]).toEqual([name, 0]);
        }
      }
    }
  });

  it("commands that need no right change nothing for others, except Space on a checkbox", () => {
    for (const { name, command } of [...commandList, ...editingList]) {
      if (commandNeeds[command.do] !== null || command.do === "copy") continue;
      for (const column of columns.keys()) {
        const isTick = command.do === "space" && column === 2;
        const { writes } = outcomeOf(command, { may: () => true, column, reach: "cells" });
        expect([name, column, writes]).toEqual([name, column, isTick ? 1 : 0]);
      }
    }
  });

  it("people who may only edit records cannot delete selected fields", () => {
    const may: May = (action) => action === "edit-records";
    const { writes, notified } = outcomeOf({ do: "delete" }, { may, column: 3, reach: "fields" });
    expect([writes, notified]).toEqual([0, ["You can't change the fields of this table."]]);
  });

  it("typing into a cell reports that it is read-only", () => {
    const grid = makeGrid(() => false);
    grid.at(1, 0);
    startTyping("x", grid.state());
    grid.at(1, 2);
    run({ do: "space" }, grid.state());
    expect(grid.notified).toEqual(Array(2).fill("You can view this table but not edit it."));
    expect([grid.sent, grid.get().state]).toEqual([[], "selecting"]);
  });
});

it("fills fields that accept the text, and skips files", () => {
  const grid = makeGrid();
  run({ do: "expand-selection", reach: "rows" }, grid.state());
  startTyping("hello", grid.state());
  run({ do: "fill-selection" }, grid.state());
  expect(grid.get().state).toBe("selecting");
});

it("no sequence of commands leaves the cursor outside the grid or an editor without a cell", () => {
  const command = fc.constantFrom(...[...commandList, ...editingList].map((listed) => listed.command));
  const position = fc.record({ row: fc.nat(25), column: fc.nat(columns.length + 2) });
  const pointing = fc.record({
    position,
    reach: fc.constantFrom("cells" as const, "rows" as const, "fields" as const),
    how: fc.constantFrom("select" as const, "extend" as const, "add" as const),
  });
  const doing = fc.oneof(command, pointing, position, fc.string());
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 60, size: "max" }), (doings) => {
      const grid = makeGrid();
      // Tasks are covered by other tests.
      grid.services.tasks.run = async () => {};
      for (const each of doings) {
        if (typeof each === "string") startTyping(each, grid.state());
        else if ("row" in each) selectCell(each, grid.state());
        else if ("position" in each) pointAt(each, grid.state());
        else run(each, grid.state());
        const cursor = grid.get();
        if (!hasSelection(cursor)) continue;
        const { further, ...current } = selectionOf(cursor);
        for (const { anchor, focus } of [current, ...further]) {
          for (const { row, column } of [anchor, focus]) {
            expect(row >= 0 && row < 20 && column >= 0 && column < columns.length).toBe(true);
          }
        }
        if (cursor.state !== "editing") continue;
        expect(grid.state().findRecord(cursor.recordId)).toBeDefined();
        expect(grid.state().recordAt(activeOf(cursor).row)?.id).toBe(cursor.recordId);
        expect(columns.some(({ field }) => field.id === cursor.fieldId)).toBe(true);
      }
    }),
  );
});
