import { describe, expect, it } from "vitest";
import { type PresentPage, PresentPages } from "./present-pages";

function makePages() {
  const clock = { now: 0 };
  const pages = new PresentPages({
    now: () => clock.now,
    lifetimeMs: 60_000,
    maxPerPerson: 3,
    maxPerDatabase: 4,
  });
  return { clock, pages };
}

function page(person: string, tableId: string | null, given: Partial<PresentPage> = {}): PresentPage {
  return {
    databaseId: "base",
    pageId: `page of ${person}`,
    holder: { kind: "person", id: person, name: person },
    at: tableId === null ? null : { tableId, cell: null },
    ...given,
  };
}

const seen = (pages: PresentPages, personId = "me", databaseId = "base") =>
  pages.othersIn(databaseId, personId).map((each) => [each.personId, each.at.tableId]);

describe("present pages", () => {
  it("list everybody else in a database, each once, where the latest change was", () => {
    const { pages } = makePages();
    const second = { pageId: "another" };
    expect(pages.report(page("ada", "one"), true)).toBe(true);
    expect(pages.report(page("ada", "two", second), true)).toBe(true);
    expect(seen(pages)).toEqual([["ada", "two"]]);
    // A sign of life is no change.
    expect(pages.report(page("ada", "one"), true)).toBe(false);
    expect(seen(pages)).toEqual([["ada", "two"]]);
    expect(pages.report(page("ada", "three"), true)).toBe(true);
    expect(seen(pages)).toEqual([["ada", "three"]]);
    expect([seen(pages, "ada"), seen(pages, "me", "other")]).toEqual([[], []]);
  });

  it("expire without a sign of life", () => {
    const { pages, clock } = makePages();
    pages.report(page("ada", "one"), true);
    pages.report(page("bob", "one"), true);
    clock.now = 59_000;
    pages.report(page("bob", "one"), true);
    expect(pages.expire()).toEqual([]);
    clock.now = 60_000;
    expect([pages.expire(), seen(pages)]).toEqual([["base"], [["bob", "one"]]]);
    clock.now = 200_000;
    expect([pages.expire(), pages.isEmpty]).toEqual([["base"], true]);
  });

  it("do not come back once they are left, until that is forgotten", () => {
    const { pages, clock } = makePages();
    pages.report(page("ada", "one"), true);
    expect(pages.report(page("ada", null), true)).toBe(true);
    expect(pages.report(page("ada", "one"), false)).toBe(false);
    expect(seen(pages)).toEqual([]);
    // Also if the report of leaving comes first.
    pages.report(page("bob", null), true);
    expect(pages.report(page("bob", "one"), true)).toBe(false);
    expect(seen(pages)).toEqual([]);
    clock.now = 60_000;
    expect(pages.expire()).toEqual([]);
    expect(pages.isEmpty).toBe(true);
  });

  it("have a maximum per person and per database, whoever reports them", () => {
    const { pages, clock } = makePages();
    for (const pageId of ["1", "2", "3"]) pages.report(page("ada", "one", { pageId }), true);
    const elsewhere = page("ada", "one", { databaseId: "other" });
    expect(pages.obstacleTo(elsewhere)).toBe("too many of the person");
    expect(pages.report(elsewhere, false)).toBe(false);
    expect(pages.obstacleTo(page("ada", "two", { pageId: "1" }))).toBeNull();
    pages.report(page("bob", "one"), true);
    expect(pages.obstacleTo(page("carl", "one"))).toBe("too many of the database");
    expect(pages.report(page("carl", "one"), false)).toBe(false);
    expect(seen(pages)).toEqual([
      ["ada", "one"],
      ["bob", "one"],
    ]);
    clock.now = 60_000;
    pages.expire();
    expect([pages.obstacleTo(elsewhere), pages.obstacleTo(page("carl", "one"))]).toEqual([null, null]);
  });

  it("belong to the process with the latest report, and to one person each", () => {
    const { pages } = makePages();
    pages.report(page("ada", "one"), true);
    expect([pages.hasOwn(), pages.own()]).toEqual([true, [page("ada", "one")]]);
    pages.report(page("ada", "one"), false);
    expect([pages.hasOwn(), pages.own()]).toEqual([false, []]);
    pages.report(page("bob", null, { pageId: "page of ada" }), true);
    expect(seen(pages)).toEqual([["ada", "one"]]);
    expect(pages.pagesOf("base", "ada")).toEqual([page("ada", "one")]);
  });
});
