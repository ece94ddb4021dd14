import fc from "fast-check";
import type { View } from "../../lib/contract/views";
import { repeated, rounds } from "../rounds";
import { filterOn, sortsOn } from "./random-filters";
import { holds, inOrder, passes } from "./reference-list";
import { expect, test, words } from "./things";

// Enough for all rounds of `npm run soak` on a busy machine.
test.setTimeout(3_600_000);

test(
  "a list by a view follows the view's groups and adds the request's conditions",
  repeated,
  async ({ table, things }) => {
    const { fields, all, described } = things;
    const { id: _, createdAt: __, updatedAt: ___, ...own } = fields;
    const view: View = await table.good("POST", "/views", { name: "Mine" });
    const other: View = await table.good("POST", "/views", { name: "Another" });
    const filters = fc.option(filterOn(things), { nil: undefined });
    const configs = fc.record({
      filter: fc.option(filterOn(things)),
      sorts: sortsOn(things, 3),
      groups: sortsOn(things, 2).map((groups) => groups.filter(({ field }) => Object.hasOwn(own, field))),
      hidden: fc.subarray(Object.keys(own)),
    });
    const searches = fc.option(words, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        configs,
        filters,
        searches,
        sortsOn(things, 1),
        async (config, filter, search, sort) => {
          const settings = {
            filter: config.filter,
            sorts: config.sorts.map(({ field, direction }) => ({ fieldId: field, direction })),
            groups: config.groups.map(({ field, direction }) => ({ fieldId: field, direction })),
            hiddenFieldIds: config.hidden,
          };
          await table.good("PATCH", `/views/${view.id}`, { config: settings });
          const asked = { viewId: view.id, filter, search, sort };
          const answer = await table.good("POST", "/records/list", asked);
          const { records, total } = answer;
          // Settings sent with a call override those of any view.
          const byCall = { ...asked, viewId: other.id, config: settings };
          expect(await table.good("POST", "/records/list", byCall)).toEqual(answer);
          const passing = all.filter(
            (thing) =>
              [config.filter, filter].every((each) => !each || passes(fields, thing, each)) &&
              (search === undefined || holds(own, thing, search)),
          );
          const { groups: outer, sorts } = config;
          const within = sorts.filter(({ field }) => outer.every((group) => group.field !== field));
          const expected = inOrder(fields, passing, sort.length > 0 ? sort : [...outer, ...within]);
          expect(records.map(described)).toEqual(expected.map(described));
          expect(total).toBe(expected.length);
          const shown = Object.keys(own).filter((name) => !config.hidden.includes(name));
          expect(new Set(Object.keys(records[0]?.fields ?? {}))).toEqual(new Set(records[0] ? shown : []));
          const { groups } = await table.good("POST", "/records/aggregate", {
            viewId: view.id,
            filter,
            search,
            aggregates: [],
          });
          expect(groups).toEqual([{ key: {}, count: expected.length, values: [] }]);
          const counted = await table.good("POST", "/records/aggregate", {
            viewId: other.id,
            config: { filter: config.filter },
            filter,
            search,
            aggregates: [],
          });
          expect(counted.groups).toEqual(groups);
          // Every second call names a view with another filter, which is overridden.
          await table.good("PATCH", `/views/${other.id}`, { config: { filter: config.filter } });
        },
      ),
      { numRuns: Math.ceil(rounds.lists / 3) },
    );
  },
);
