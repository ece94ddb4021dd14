import { expect, test } from "vitest";
import type { MadeRow } from "../log/present-entries";
import { eventUuid } from "./event-ids";
import { type Step, stepsAfter, stepsOf, structureIn } from "./steps";
import { isWanted, typeFor } from "./wanted";

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

let number = 0;

function row(given: Partial<MadeRow>): MadeRow {
  number += 1;
  return {
    changeSetId: uuid(1),
    xid: "700",
    step: 0,
    number: String(number),
    at: new Date(0),
    actorId: uuid(2),
    personId: uuid(3),
    source: "ui",
    kind: "record",
    tableId: "t1",
    itemId: null,
    recordId: null,
    lastId: null,
    isEcho: false,
    before: null,
    after: null,
    ...given,
  };
}

function steps(rows: readonly MadeRow[], after = { xid: "600", number: "0" }): Step[] {
  return stepsOf({ rows, after, isWhole: true, ...structureIn(rows) });
}

/** The steps that have something to report, with the ids of the things. */
function told(rows: readonly MadeRow[]): unknown[] {
  return steps(rows)
    .filter(({ type, items }) => type && items.length > 0)
    .map(({ type, tableId, items }) => [
      type,
      tableId,
      ...items.map((item) => item.row.recordId ?? item.row.itemId),
    ]);
}

const created = { before: null, after: { f1: "a" } };
const updated = { before: { f1: "a" }, after: { f1: "b" } };
const deleted = { before: { f1: "b" }, after: null };

test("changes of records are one step for each type and table, in the order of their first", () => {
  const rows = [
    row({ ...updated, recordId: uuid(1) }),
    row({ ...created, recordId: uuid(2) }),
    row({ ...updated, recordId: uuid(3), tableId: "t2" }),
    row({ ...updated, recordId: uuid(4), isEcho: true }),
    row({ ...deleted, recordId: uuid(5) }),
  ];
  expect(told(rows)).toEqual([
    ["record.updated", "t1", uuid(1), uuid(4)],
    ["record.created", "t1", uuid(2)],
    ["record.updated", "t2", uuid(3)],
    ["record.deleted", "t1", uuid(5)],
  ]);
});

test("a row about several new records has one item for each", () => {
  const after = { [uuid(1)]: { f1: "a" }, [uuid(2)]: { f1: "b" } };
  expect(told([row({ recordId: uuid(1), lastId: uuid(2), after })])).toEqual([
    ["record.created", "t1", uuid(1), uuid(2)],
  ]);
});

test("a changed place in the manual order is no event", () => {
  const moved = { before: { position: "1" }, after: { position: "2" } };
  expect(told([row({ ...moved, recordId: uuid(1) })])).toEqual([]);
});

test("a changed type is one event, without the cells that it converts or an undo restores", () => {
  const retyped = { before: { type: "number" }, after: { type: "single_line_text" } };
  const cells = { [uuid(1)]: { f1: 1 }, [uuid(2)]: { f1: 2 } };
  const rows = [
    row({ recordId: uuid(1), lastId: uuid(2), before: cells, after: cells }),
    row({ recordId: uuid(3), before: { f1: 3, f2: 1 }, after: { f1: "3", f2: 2 } }),
    row({ recordId: uuid(4), before: { f1: 4 }, after: { f1: "4" } }),
    row({ kind: "field", itemId: "f1", ...retyped }),
  ];
  expect(told(rows)).toEqual([
    ["record.updated", "t1", uuid(3)],
    ["field.updated", "t1", "f1"],
  ]);
  const [, { items }] = steps(rows) as [Step, Step];
  expect(items[0]?.row.after).toEqual({ f2: 2 });
});

test("an option that comes with a value is an event beside it", () => {
  const template = {
    before: { template: { options: [] } },
    after: { template: { options: [{ key: "a" }] } },
  };
  const rows = [row({ ...updated, recordId: uuid(1) }), row({ kind: "field", itemId: "f1", ...template })];
  expect(told(rows)).toEqual([
    ["record.updated", "t1", uuid(1)],
    ["field.updated", "t1", "f1"],
  ]);
});

test("a new or deleted table is one event, without its fields and views", () => {
  const parts = (side: Pick<MadeRow, "before" | "after">, tableId: string) => [
    row({ kind: "table", tableId, itemId: tableId, ...side }),
    row({ kind: "field", tableId, itemId: "f1", ...side }),
    row({ kind: "view", tableId, itemId: "v1", ...side }),
  ];
  const otherSide = row({ kind: "field", tableId: "t9", itemId: "f9", ...deleted });
  expect(told([...parts(created, "t1"), ...parts(deleted, "t2"), otherSide])).toEqual([
    ["table.created", "t1", "t1"],
    ["table.deleted", "t2", "t2"],
    ["field.deleted", "t9", "f9"],
  ]);
});

test("parts of the structure are an event each; a deleted database is none", () => {
  const rows = [
    row({ kind: "view", itemId: "v1", ...updated }),
    row({ kind: "view", itemId: "v2", ...updated }),
    row({ kind: "base", tableId: null, itemId: "b", ...updated }),
    row({ kind: "base", tableId: null, itemId: "b", ...deleted }),
  ];
  expect(told(rows)).toEqual([
    ["view.updated", "t1", "v1"],
    ["view.updated", "t1", "v2"],
    ["database.updated", null, "b"],
  ]);
});

test("an import is one event, under the type that is wanted", () => {
  const [both] = steps([row({ kind: "import", itemId: "t1", after: { created: 2, updated: 3 } })]) as [Step];
  const [changed] = steps([row({ kind: "import", itemId: "t1", after: { created: 0, updated: 3 } })]) as [
    Step,
  ];
  const [undone] = steps([row({ kind: "import", itemId: "t1", before: { created: 2, updated: 0 } })]) as [
    Step,
  ];
  const types = (step: Step) =>
    (["record.created", "record.updated", "record.deleted"] as const).map((type) =>
      typeFor({ events: [type] }, step),
    );
  expect([both, changed, undone].map(types)).toEqual([
    ["record.created", "record.updated", undefined],
    [undefined, "record.updated", undefined],
    [undefined, undefined, "record.deleted"],
  ]);
});

test("a webhook wants a step by its events, tables and sources", () => {
  const [step] = steps([row({ ...updated, recordId: uuid(1) })]) as [Step];
  const all = { events: ["record.updated"] as const, tableIds: [], sources: [] };
  const wants = (given: Partial<Parameters<typeof isWanted>[0]>) => isWanted({ ...all, ...given }, step);
  expect(wants({})).toBe(true);
  expect(wants({ tableIds: ["t1"], sources: ["ui"] })).toBe(true);
  expect([
    wants({ events: ["record.created"] }),
    wants({ tableIds: ["t2"] }),
    wants({ sources: ["form"] }),
  ]).toEqual([...[false, false, false]]);
});

test("a large step is divided, and continues after what is sent", () => {
  const rows = Array.from({ length: 1_201 }, (_, index) => row({ ...updated, recordId: uuid(index) }));
  const all = steps([...rows, row({ ...deleted, recordId: uuid(5) })]);
  expect(all.map(({ from, count, part, parts, isLast }) => [from, count, part, parts, isLast])).toEqual([
    [0, 500, 1, 3, false],
    [500, 500, 2, 3, false],
    [1_000, 201, 3, 3, false],
    [1_201, 1, 1, 1, true],
  ]);
  const rest = stepsAfter(all, 700);
  expect(rest.map(({ from, start, items }) => [from, start, items.length])).toEqual([
    [500, 200, 300],
    [1_000, 0, 201],
    [1_201, 0, 1],
  ]);
});

test("an event has the same id at every attempt, and no two have one", () => {
  const rows = [row({ ...updated, recordId: uuid(1) }), row({ ...deleted, recordId: uuid(2) })];
  const [first, second] = steps(rows) as [Step, Step];
  const [later] = steps([{ ...rows[0], xid: "701" } as MadeRow]) as [Step];
  const [rest] = steps([rows[1] as MadeRow], { xid: "700", number: rows[0]?.number ?? "" }) as [Step];
  const event = { webhookId: 1, type: "record.updated", from: 0, to: 1 };
  const ids = [
    eventUuid(first, event),
    eventUuid(second, event),
    eventUuid(later, event),
    eventUuid(rest, event),
    eventUuid(first, { ...event, webhookId: 2 }),
    eventUuid(first, { ...event, type: "record.deleted" }),
    eventUuid(first, { ...event, to: 2 }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(eventUuid((steps(rows) as [Step])[0], event)).toBe(ids[0]);
});
