import fc from "fast-check";
import { type AggregateFunction, aggregateFunctions } from "../../lib/contract/aggregate-functions";
import type { AggregateGroups } from "../../lib/contract/aggregates";
import { long, repeated, rounds } from "../rounds";
import type { ATable } from "./a-table";
import { filterOn, sortsOn } from "./random-filters";
import { compute, functionsOf, groupsOf } from "./reference-aggregate";
import { passes, type ReferenceField } from "./reference-list";
import { expect, type Things, test } from "./things";

// Enough for all rounds of `npm run soak` on a busy machine.
test.setTimeout(3_600_000);

test(
  "every function on every type, with up to three groups, agrees with the JavaScript reference",
  repeated,
  async ({ table, things }) => {
    const { fields, all } = things;
    const ids = await idsIn(table, things);
    const filters = fc.option(filterOn(things), { nil: undefined });
    const asked = fc.array(fc.constantFrom(...computationsOn(things)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(filters, sortsOn(things, 3), asked, async (filter, groupBy, aggregates) => {
        const answer: AggregateGroups = await table.good("POST", "/records/aggregate", {
          filter,
          groupBy,
          aggregates,
        });
        const expected = groupsOf(
          fields,
          all.filter((thing) => !filter || passes(fields, thing, filter)),
          groupBy,
        );
        expect(answer.hasMore).toBe(false);
        expect(answer.groups.map(({ key, count }) => ({ key, count }))).toEqual(
          expected.map(({ key, things: members }) => ({
            key: Object.fromEntries(Object.entries(key).map(([name, value]) => [ids.get(name), value])),
            count: members.length,
          })),
        );
        const wrong = answer.groups.flatMap(({ values }, index) =>
          aggregates.flatMap(({ field, function: name }, at) => {
            const cells = expected[index]?.things.map((thing) => thing.fields[field]) ?? [];
            const computed = compute(name, fields[field] as ReferenceField, cells);
            const isRight = isSame(values[at], computed, cells);
            return isRight ? [] : [`${name} of ${field}: ${values[at]} instead of ${computed}`];
          }),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: rounds.lists },
    );
  },
);

test("functions that a type does not support are refused", long, async ({ table, things }) => {
  for (const [field, { kind }] of Object.entries(things.fields)) {
    const others = aggregateFunctions.filter((name) => !functionsOf[kind].includes(name));
    if (others.length === 0) continue;
    const aggregates = others.map((name) => ({ field, function: name }));
    expect(await table.problems("POST", "/records/aggregate", { aggregates })).toEqual(
      others.map((_, index) =>
        expect.stringMatching(
          new RegExp(`^aggregates\\[${index}\\]\\.function cannot be used with "${field}" .* takes count, `),
        ),
      ),
    );
  }
});

test("at most a thousand groups are returned, with a flag for more", async ({ table }) => {
  const groups = async () => {
    const asked = { groupBy: [{ field: "Stars" }, { field: "Name", direction: "desc" }], aggregates: [] };
    return table.good("POST", "/records/aggregate", asked);
  };
  const named = Array.from({ length: 1_000 }, (_, index) => ({ Name: String(index + 1_000), Stars: 1 }));
  await table.good("POST", "/records/bulk", { records: named });
  expect(await groups()).toMatchObject({ hasMore: false, groups: { length: 1_000 } });
  await table.good("POST", "/records", { record: { Name: "one more" } });
  const { hasMore, groups: first } = await groups();
  expect([hasMore, first.length]).toEqual([true, 1_000]);
  expect(first.map(({ key }: AggregateGroups["groups"][number]) => Object.values(key))).toEqual(
    named.map(({ Name, Stars }) => [Stars, Name]).reverse(),
  );
});

function computationsOn({ fields }: Things): { field: string; function: AggregateFunction }[] {
  return Object.entries(fields).flatMap(([field, { kind }]) =>
    functionsOf[kind].map((name) => ({ field, function: name })),
  );
}

/** The value of each field in the key of a group. */
async function idsIn(table: ATable, { fields }: Things): Promise<Map<string, string>> {
  const { fields: made }: { fields: { id: string; name: string }[] } = await table.good("GET", "/fields");
  return new Map([
    ...Object.keys(fields).map((name): [string, string] => [name, name]),
    ...made.map(({ id, name }): [string, string] => [name, id]),
  ]);
}

/**
 * JavaScript adds doubles, SQL exact decimals: the sums agree up to the precision of the largest value, or the smallest
 * double.
 */
function isSame(value: unknown, computed: unknown, cells: readonly unknown[]): boolean {
  if (typeof computed !== "number" || typeof value !== "number") return value === computed;
  const size = cells.reduce((sum: number, cell) => sum + Math.abs(Number(cell) || 0), 0);
  return Math.abs(value - computed) <= size * 1e-12 + Number.MIN_VALUE;
}
