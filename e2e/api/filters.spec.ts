import fc from "fast-check";
import { type Filter, mapConditions } from "../../lib/contract/filters";
import { type Answers, matchesFilter } from "../../lib/contract/matches-filter";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { formDemand } from "../../lib/contract/view-types";
import { repeated, rounds } from "../rounds";
import { conditionsOn, filterOn, sortsOn } from "./random-filters";
import { holds, inOrder, passes } from "./reference-list";
import { expect, type Things, test, words } from "./things";

// Enough for all rounds of `npm run soak` on a busy machine.
test.setTimeout(3_600_000);

test(
  "every operator of every type agrees with the JavaScript reference",
  repeated,
  async ({ table, things }) => {
    const { fields, all, described } = things;
    for (const condition of conditionsOn(things)) {
      for (const filter of fc.sample(condition, rounds.filtersPerOperator)) {
        const { records } = await table.good("POST", "/records/list", { filter, fields: ["Name"] });
        const expected = all.filter((thing) => passes(fields, thing, filter));
        expect(records.map(described), JSON.stringify(filter)).toEqual(expected.map(described));
      }
    }
  },
);

test("conditions of forms agree with the filters of lists", repeated, async ({ table, things }) => {
  const { fields }: Table = await table.good("GET", "");
  const asked = new Map(
    fields.filter((field) => formDemand.isMet(field)).map((field) => [field.name, field]),
  );
  const given: (readonly [id: string, answers: Answers])[] = (
    await table.good("POST", "/records/list", {})
  ).records.map(({ id, data }: Record) => [id, data]);
  const inForm: Things = {
    ...things,
    fields: Object.fromEntries(Object.entries(things.fields).filter(([name]) => asked.has(name))),
  };
  const filters = [
    ...conditionsOn(inForm).flatMap((condition) => fc.sample(condition, rounds.filtersPerOperator)),
    ...fc.sample(filterOn(inForm), rounds.lists),
  ] as Filter[];
  for (const filter of filters) {
    const { records } = await table.good("POST", "/records/list", { filter, fields: ["Name"] });
    const stored = mapConditions(filter, (each) => ({ ...each, field: asked.get(each.field)?.id ?? "" }));
    const matching = given.filter(([, answers]) => stored && matchesFilter(stored, answers, fields));
    expect(
      records.map(({ id }: Record) => id),
      JSON.stringify(filter),
    ).toEqual(matching.map(([id]) => id));
  }
});

test("combined filters, sorts and pages agree with the reference", repeated, async ({ table, things }) => {
  const { fields, all, described } = things;
  const limits = fc.integer({ min: 9, max: 90 });
  await fc.assert(
    fc.asyncProperty(filterOn(things), sortsOn(things, 3), limits, async (filter, sort, limit) => {
      const passing = all.filter((thing) => passes(fields, thing, filter));
      const expected = inOrder(fields, passing, sort).map(described);
      const asked = { filter, sort, fields: ["Name"] };
      const paged: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const total = cursor === undefined;
        const page = await table.good("POST", "/records/list", { ...asked, limit, cursor, total });
        expect(page.total).toBe(total ? expected.length : null);
        paged.push(...page.records.map(described));
        if (!page.hasMore) break;
        cursor = page.nextCursor;
        expect(paged.length).toBeLessThan(expected.length);
      }
      expect(paged).toEqual(expected);
      const offset = Math.min(limit, expected.length);
      const rest = await table.good("POST", "/records/list", { ...asked, offset, total: false });
      expect(rest.records.map(described)).toEqual(expected.slice(offset));
    }),
    { numRuns: rounds.lists },
  );
});

test("searches agree with the reference, alone and with a filter", repeated, async ({ table, things }) => {
  const { fields, all, described } = things;
  // Ids are not fields, and people do not search for them.
  const { id: _, createdAt: __, updatedAt: ___, ...searched } = fields;
  const filters = fc.option(filterOn(things), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(words, filters, async (search, filter) => {
      const expected = all.filter(
        (thing) => holds(searched, thing, search) && (!filter || passes(fields, thing, filter)),
      );
      const { records } = await table.good("POST", "/records/list", { search, filter, fields: ["Name"] });
      expect(records.map(described)).toEqual(expected.map(described));
    }),
    { numRuns: rounds.lists },
  );
});
