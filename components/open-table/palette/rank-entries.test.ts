import { describe, expect, it } from "vitest";
import type { EntryKind, PaletteEntry } from "./entry";
import { comparable, matchText } from "./match-text";
import { rankEntries } from "./rank-entries";

describe("a text matches a query", () => {
  const rate = (query: string, text: string) => matchText(comparable(query), text);
  const ranked = (query: string, texts: readonly string[]) =>
    texts
      .flatMap((text) => {
        const rating = rate(query, text);
        return rating === null ? [] : [{ text, rating }];
      })
      .sort((one, other) => other.rating - one.rating)
      .map(({ text }) => text);

  it("best if equal, then from its start, by its words, in the middle, and with gaps", () => {
    const texts = ["Reordering", "My orders", "Other records", "Orders 2025", "Orders", "Invoices"];
    expect(ranked("orders", texts)).toEqual(["Orders", "Orders 2025", "My orders"]);
    expect(ranked("order", texts)).toEqual(["Orders", "Orders 2025", "My orders", "Reordering"]);
    expect(ranked("oders", texts)).toEqual(["Orders", "My orders", "Orders 2025"]);
  });

  it("by words in order, initials, and regardless of case and accents", () => {
    expect(rate("exp csv", "Export as CSV")).toBeGreaterThan(rate("xpor", "Export as CSV") ?? 0);
    expect(rate("csv exp", "Export as CSV")).toBeNull();
    expect(rate("eac", "Export as CSV")).not.toBeNull();
    expect(rate("UBER", "über uns")).not.toBeNull();
    expect(rate("日本", "東京 日本語")).not.toBeNull();
  });

  it("not if the letters are scattered over a long text", () => {
    expect(rate("edit", "Extend selection to first row")).toBeNull();
    expect(rate("opnrec", "Open record")).not.toBeNull();
  });

  it("at no cost for huge texts", () => {
    expect(rate("a".repeat(10_000), "a".repeat(255))).not.toBeNull();
    expect(rate("", "anything")).toBe(0);
  });
});

describe("the entries", () => {
  const entry = (kind: EntryKind, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
    id: `${kind}:${label}`,
    kind,
    label,
    open: () => {},
    ...more,
  });
  const entries = [
    entry("Tables", "Contacts"),
    entry("Tables", "Deals"),
    entry("Tables", "Contacts", { id: "far", detail: "CRM", isHidden: true }),
    entry("Fields", "Contact", { isHidden: true }),
    entry("Commands", "Undo", { heading: "Undo" }),
    entry("Commands", "Copy", { heading: "Copy and paste" }),
  ];
  const shown = (query: string, recentIds: readonly string[] = [], openId?: string) =>
    rankEntries(entries, { query, recentIds, openId }).map(({ value, items }) => [
      value,
      ...items.map(({ id }) => id),
    ]);

  it("are listed by kind without a query, the recent ones first and only once", () => {
    expect(shown("")).toEqual([
      ["Tables", "Tables:Contacts", "Tables:Deals"],
      ["Undo", "Commands:Undo"],
      ["Copy and paste", "Commands:Copy"],
    ]);
    expect(
      shown(" ", ["gone", "Tables:Contacts", "Commands:Undo", "Tables:Deals"], "Tables:Contacts"),
    ).toEqual([
      ["Recent", "Commands:Undo", "Tables:Deals"],
      ["Tables", "Tables:Contacts"],
      ["Copy and paste", "Commands:Copy"],
    ]);
  });

  it("are all listed if they are settings, actions or commands, of which only a query finds the hidden ones", () => {
    const many = (["Settings", "Actions", "Commands", "Tables"] as const).flatMap((kind) =>
      ["a", "b", "c", "d", "e", "f"].map((label) => entry(kind, label)),
    );
    const hidden = entry("Actions", "Sign out", { isHidden: true });
    const groups = rankEntries([...many, hidden], { query: "", recentIds: [] });
    expect(groups.map(({ value, items }) => [value, items.length])).toEqual([
      ["Tables", 5],
      ["Settings", 6],
      ["Actions", 6],
      ["Commands", 6],
    ]);
    const found = rankEntries([...many, hidden], { query: "sign", recentIds: [] });
    expect(found.flatMap(({ items }) => items)).toEqual([hidden]);
  });

  it("are ranked for a query, the kind with the best match first", () => {
    expect(shown("contact")).toEqual([
      ["Fields", "Fields:Contact"],
      ["Tables", "Tables:Contacts", "far"],
    ]);
    expect(shown("contacts", ["far"])).toEqual([["Tables", "far", "Tables:Contacts"]]);
    expect(shown("crm con")).toEqual([["Tables", "far"]]);
    expect(shown("nothing like it")).toEqual([]);
  });
});
