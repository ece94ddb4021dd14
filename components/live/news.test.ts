import { describe, expect, it } from "vitest";
import { made, noEdits } from "@/components/edits/edits";
import type { ChangeEntry } from "@/lib/contract/changes";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { type AtHand, newsIn } from "./news";

const field = (id: string, type = "single_line_text", template: object = {}) => ({
  id,
  name: id,
  type,
  template,
});
const view = { id: "v1", name: "Grid", type: "grid", config: { sorts: [], rowHeight: 32 } };
const tables = [
  {
    id: "t1",
    name: "Deals",
    primaryFieldId: "f1",
    fields: [
      field("f1"),
      field("f2"),
      field("link", "linked_record", { tableId: "t2" }),
      field("look", "lookup", { linkFieldId: "link", targetFieldId: "g2" }),
    ],
    views: [view],
  },
  {
    id: "t3",
    name: "Offices",
    primaryFieldId: "h1",
    fields: [
      field("h1"),
      field("far", "linked_record", { tableId: "t1" }),
      field("further", "lookup", { linkFieldId: "far", targetFieldId: "look" }),
    ],
    views: [],
  },
] as unknown as Table[];

const record: Record = { id: "r1", data: { f1: "Ada", f2: 1 }, fields: {}, createdAt: "", updatedAt: "" };

function atHand(given: Partial<AtHand> = {}): AtHand {
  return {
    tabs: tables.map(({ id, name }) => ({ id, name })),
    tables,
    recordsOf: (tableId) => new Map(tableId === "t1" ? [["r1", [record]]] : []),
    editsOf: () => noEdits,
    ...given,
  };
}

function change(entry: Partial<ChangeEntry>): ChangeEntry {
  return {
    changeSetId: "",
    at: "",
    source: "ui",
    actor: { kind: "key", id: "", name: null, person: null },
    kind: "record",
    tableId: "t1",
    id: "r1",
    isEcho: false,
    before: {},
    after: {},
    ...entry,
  };
}

const nothing = { records: [], names: [], hasStructure: false, hasPage: false, hasTrash: false };

function newsOf(entry: Partial<ChangeEntry>, given?: Partial<AtHand>) {
  const news = newsIn([change(entry)], atHand(given));
  return { ...news, records: [...news.records], names: [...news.names] };
}

describe("news of records", () => {
  it("includes changes that a loaded record does not show", () => {
    expect(newsOf({ after: { f2: 2 } })).toEqual({ ...nothing, records: ["t1"] });
    expect(newsOf({ after: { f2: 1 } })).toEqual(nothing);
    expect(newsOf({ after: { f1: "Ada" } })).toEqual({ ...nothing, names: ["t1"] });
  });

  it("includes changes missing in any loaded copy, or of records not loaded", () => {
    const older = { ...record, data: { ...record.data, f2: 0 } };
    const both = () => new Map([["r1", [record, older]]]);
    expect(newsOf({ after: { f2: 1 } }, { recordsOf: both }).records).toEqual(["t1"]);
    expect(newsOf({ id: "r9", after: { f2: 1 } }).records).toEqual(["t1"]);
    expect(newsOf({ after: { hidden: 1 } }).records).toEqual(["t1"]);
    expect(newsOf({ after: { position: 7 } }).records).toEqual(["t1"]);
  });

  it("excludes one's own pending edits", () => {
    const edits = made(noEdits, {
      id: 1,
      key: "k",
      edits: [{ recordId: "r1", fieldId: "f2", value: 2, draft: "2" }],
    });
    expect(newsOf({ after: { f2: 2 } }, { editsOf: () => edits })).toEqual(nothing);
    expect(newsOf({ after: { f2: 1 } }, { editsOf: () => edits }).records).toEqual(["t1"]);
  });

  it("includes deleted records, and new ones that are not loaded", () => {
    expect(newsOf({ before: { f2: 1 }, after: null })).toMatchObject({ records: ["t1"], hasTrash: true });
    expect(newsOf({ id: "r9", before: null, after: { f2: 1 } })).toMatchObject({
      records: ["t1"],
      hasTrash: true,
    });
    expect(newsOf({ before: null, after: { f2: 1 } }).records).toEqual([]);
  });

  it("reaches tables with lookups of the field, and lookups of those", () => {
    expect(newsOf({ tableId: "t2", after: { g2: 1 } })).toEqual({
      ...nothing,
      records: ["t2", "t1", "t3"],
      names: ["t2"],
    });
    expect(newsOf({ tableId: "t2", after: { g1: "Red" } }).records).toEqual(["t2"]);
  });
});

describe("news of the structure", () => {
  it("includes changed fields, whose records are reloaded", () => {
    const renamed = newsOf({ kind: "field", id: "f2", before: { name: "f2" }, after: { name: "Size" } });
    expect(renamed).toEqual({ ...nothing, records: ["t1"], hasStructure: true });
    expect(newsOf({ kind: "field", id: "f2", before: { name: "x" }, after: { name: "f2" } })).toEqual(
      nothing,
    );
    expect(newsOf({ kind: "field", id: "f9", before: { name: "x" }, after: null }).hasStructure).toBe(false);
  });

  it("includes changed views, and deleted ones, which may be open", () => {
    expect(newsOf({ kind: "view", id: "v1", after: { rowHeight: 32 } })).toEqual(nothing);
    expect(newsOf({ kind: "view", id: "v1", after: { rowHeight: 56 } })).toEqual({
      ...nothing,
      hasStructure: true,
    });
    expect(newsOf({ kind: "view", id: "v9", after: null })).toEqual({
      ...nothing,
      hasPage: true,
      hasTrash: true,
    });
  });

  it("includes tables that differ from the tabs", () => {
    const table = { kind: "table", id: "t1", tableId: "t1" } as const;
    expect(newsOf({ ...table, after: { name: "Deals" } })).toEqual(nothing);
    expect(newsOf({ ...table, after: { name: "Plans" } })).toEqual({
      ...nothing,
      hasStructure: true,
      hasPage: true,
    });
    expect(newsOf({ ...table, after: { viewOrder: ["v1"] } })).toEqual(nothing);
    expect(newsOf({ ...table, after: null }).hasPage).toBe(true);
    expect(newsOf({ ...table, id: "t9", tableId: "t9", before: null, after: { name: "New" } }).hasPage).toBe(
      true,
    );
  });

  it("includes the name of the database and the order of its tables", () => {
    const base = { kind: "base", id: "b1", tableId: null } as const;
    expect(newsOf({ ...base, after: { name: "Sales" } }).hasPage).toBe(true);
    expect(newsOf({ ...base, after: { tableOrder: ["t3", "t1"] } }).hasPage).toBe(true);
    expect(newsOf({ ...base, after: { tableOrder: ["t1", "t3"] } }).hasPage).toBe(false);
  });
});
