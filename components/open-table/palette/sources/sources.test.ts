import { describe, expect, it, vi } from "vitest";
import { databaseEntries } from "./databases";
import { newRecordEntries } from "./new-record";
import { pageEntries } from "./pages";
import { panelEntries } from "./panels";
import type { PaletteContext } from "./source";

function makeContext(given: Partial<PaletteContext> = {}) {
  const [go, openPanel] = [vi.fn(), vi.fn()];
  const base = { id: "d", name: "CRM", tables: [], createdAt: "", updatedAt: "" };
  const bases = [base, { ...base, id: "e", name: "HR" }] as unknown as PaletteContext["bases"];
  const nothing = {
    tables: [],
    open: null,
    panels: [],
    hasColumns: false,
    addRecord: undefined,
    showField: () => {},
  };
  const context: PaletteContext = {
    ...{ ...nothing, may: () => true, databaseId: "d", bases, go, openPanel },
    ...given,
  };
  return { context, go, openPanel };
}

describe("the palette finds", () => {
  it("all databases, the open one first", () => {
    const { context, go } = makeContext({ databaseId: "e" });
    const entries = databaseEntries(context);
    expect(entries.map(({ label, detail }) => [label, detail])).toEqual([
      ["HR", "open"],
      ["CRM", undefined],
    ]);
    entries[0]?.open();
    expect(go.mock.calls).toEqual([["/database/e"]]);
  });

  it("the panels of the view and the dialogs of the toolbar, once it is there", () => {
    expect(panelEntries(makeContext().context)).toEqual([]);
    const { context, openPanel } = makeContext({ panels: ["views", "filter"] });
    const entries = panelEntries(context);
    expect(entries.map(({ label }) => label)).toEqual(["Views", "Filter", "Share", "API"]);
    for (const { open } of entries) open();
    expect(openPanel.mock.calls).toEqual(["views", "filter", "share", "api"].map((name) => [{ name }]));
  });

  it("a new record for those who may add one, where a button of the view does", () => {
    const addRecord = vi.fn();
    const [entry] = newRecordEntries(makeContext({ addRecord }).context);
    entry?.open();
    expect(addRecord.mock.calls).toHaveLength(1);
    expect(newRecordEntries(makeContext().context)).toEqual([]);
    expect(newRecordEntries(makeContext({ addRecord, may: () => false }).context)).toEqual([]);
  });

  it("the pages that the menu of help has as “help”", () => {
    const { context } = makeContext({ may: (right) => right === "read" });
    const entries = pageEntries(context);
    const helpful = entries.filter(({ detail }) => detail === "Help").map(({ label }) => label);
    expect(helpful).toEqual(["API reference", "Formula reference", "What’s new"]);
    expect(entries.map(({ label }) => label)).not.toContain("People");
  });
});
