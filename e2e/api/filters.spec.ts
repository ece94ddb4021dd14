import fc from "fast-check";
import { expect, test } from "../fixtures";
import { ATable } from "./a-table";
import {
  inOrder,
  passes,
  type ReferenceField,
  type ReferenceFields,
  type ReferenceSort,
  type Thing,
} from "./reference-list";

const labels = ["Straße", "offen", "İstanbul", "50%_\\", "ΟΔΟΣ", "zu"];
const teamNames = ["Rot", "ROT 50%", "Été", "🙂 froh"];

const fields: ReferenceFields = {
  Name: { kind: "text" },
  Notes: { kind: "text" },
  Amount: { kind: "number" },
  Stage: { kind: "option", labels },
  Tags: { kind: "list", labels },
  Done: { kind: "boolean" },
  Due: { kind: "date" },
  At: { kind: "moment", timeZone: "America/New_York" },
  "Team names": { kind: "texts" },
};

const created = [
  { name: "Name", type: "single_line_text" },
  { name: "Notes", type: "long_text" },
  { name: "Amount", type: "number" },
  { name: "Stage", type: "single_select", template: { options: labels.map((label) => ({ label })) } },
  { name: "Tags", type: "multiple_select", template: { options: labels.map((label) => ({ label })) } },
  { name: "Done", type: "checkbox" },
  { name: "Due", type: "date" },
  { name: "At", type: "datetime", template: { timezone: "America/New_York" } },
];

/** Letters that fold, sort or match in ways of their own, and what patterns would take for more than themselves. */
const letters = [
  "a",
  "A",
  "b",
  "B",
  "z",
  "ß",
  "é",
  "e\u0301",
  "É",
  "Σ",
  "σ",
  "ς",
  "İ",
  "i",
  "I",
  "ı",
  "\u212a",
  "%",
  "_",
  "\\",
  "'",
  '"',
  " ",
  "-",
  "1",
  "🙂",
  "中",
  "ñ",
];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
const piece = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 2 });
const amount = fc
  .oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.constantFrom(0.1, 1e-7, 5e-324, 1.7976931348623157e308, Number.MAX_SAFE_INTEGER),
  )
  .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number));
const day = fc.constantFrom(
  "2026-03-07",
  "2026-03-08",
  "2026-03-09",
  "2026-11-01",
  "0001-01-01",
  "9999-12-31",
);
// Around the nights on which clocks in New York are put forward and back.
const moment = fc.oneof(
  fc.constantFrom(
    "2026-03-08T04:59:59.999Z",
    "2026-03-08T05:00:00.000Z",
    "2026-11-02T04:59:59.999Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-01T05:30:00.000Z",
  ),
  fc
    .date({ min: new Date("2026-03-06"), max: new Date("2026-03-10"), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const label = fc.constantFrom(...labels);

const record = fc.record({
  Name: fc.option(text),
  Notes: fc.option(text),
  Amount: fc.option(amount),
  Stage: fc.option(label),
  Tags: fc.uniqueArray(label, { maxLength: 3 }),
  Done: fc.boolean(),
  Due: fc.option(day),
  At: fc.option(moment),
});

const ofAmounts = [
  "equals",
  "does_not_equal",
  "greater_than",
  "greater_than_or_equal_to",
  "less_than",
  "less_than_or_equal_to",
];

const conditions: { readonly [Kind in ReferenceField["kind"]]: (field: string) => fc.Arbitrary<object>[] } = {
  text: (field) => [
    one(field, ["equals", "does_not_equal"], text),
    one(field, ["contains", "does_not_contain", "starts_with", "ends_with"], piece),
    one(field, ["in", "not_in"], fc.array(text, { maxLength: 4 })),
    empty(field),
  ],
  number: (field) => [
    one(field, ofAmounts, amount),
    one(field, ["in", "not_in"], fc.array(amount, { maxLength: 4 })),
    empty(field),
  ],
  option: (field) => [
    one(field, ["equals", "does_not_equal"], label),
    one(field, ["contains", "does_not_contain", "starts_with", "ends_with"], piece),
    one(field, ["in", "not_in"], fc.array(label, { maxLength: 3 })),
    empty(field),
  ],
  list: (field) => [
    one(field, ["contains", "does_not_contain"], label),
    one(field, ["in"], fc.array(label, { maxLength: 3 })),
    empty(field),
  ],
  texts: (field) => [
    one(field, ["contains", "does_not_contain"], fc.constantFrom("rot", "50%", "É", "🙂", "x")),
    one(field, ["in"], fc.array(fc.constantFrom(...teamNames, "rot"), { maxLength: 3 })),
    empty(field),
  ],
  boolean: (field) => [one(field, ["equals", "does_not_equal"], fc.boolean())],
  date: (field) => [
    one(field, ofAmounts, day),
    one(field, ["in", "not_in"], fc.array(day, { maxLength: 3 })),
    empty(field),
  ],
  moment: (field) => [
    one(field, ofAmounts, fc.oneof(day, moment)),
    one(field, ["in", "not_in"], fc.array(fc.oneof(day, moment), { maxLength: 3 })),
    empty(field),
  ],
};

const condition = fc.oneof(...Object.entries(fields).flatMap(([name, { kind }]) => conditions[kind](name)));

const { filter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    condition,
    fc.array(tie("filter"), { maxLength: 4 }).map((and) => ({ and })),
    fc.array(tie("filter"), { maxLength: 4 }).map((or) => ({ or })),
  ),
}));

const sortable = Object.keys(fields).filter((name) => !["list", "texts"].includes(fields[name]?.kind ?? ""));
const sorts: fc.Arbitrary<ReferenceSort[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...sortable), direction: fc.constantFrom("asc", "desc") }),
  { maxLength: 3, selector: (sort) => sort.field },
);

test("the SQL agrees with plain JavaScript about every filter, order and page", async ({
  request,
  apiKey,
}) => {
  test.setTimeout(300_000);
  const table = await ATable.make(request, apiKey, [
    { name: "Things", fields: created },
    { name: "Teams", fields: [{ name: "Team", type: "single_line_text" }] },
  ]);
  await table.good("POST", "/fields", {
    name: "Teams",
    type: "linked_record",
    template: { tableId: "Teams" },
  });
  const lookup = { linkFieldId: "Teams", targetFieldId: "Team" };
  await table.good("POST", "/fields", { name: "Team names", type: "lookup", template: lookup });
  const teams = await table
    .beside("Teams")
    .good("POST", "/records/bulk", { records: teamNames.map((Team) => ({ Team })) });
  const linked = fc.subarray(teams.records.map(({ id }: Thing) => id) as string[]);
  const written = fc.tuple(record, linked).map(([values, Teams]) => ({ ...values, Teams }));
  const { records: things }: { records: Thing[] } = await table.good("POST", "/records/bulk", {
    records: fc.sample(written, 200),
  });
  await fc.assert(
    fc.asyncProperty(filter, sorts, fc.integer({ min: 9, max: 90 }), async (asked, sort, limit) => {
      const expected = inOrder(
        fields,
        things.filter((thing) => passes(fields, thing, asked)),
        sort,
      );
      const paged: Thing[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await table.good("POST", "/records/list", {
          filter: asked,
          sort,
          limit,
          cursor,
          total: cursor === undefined,
        });
        expect(page.total).toBe(cursor === undefined ? expected.length : null);
        paged.push(...page.records);
        if (!page.hasMore) break;
        cursor = page.nextCursor;
        expect(paged.length).toBeLessThan(expected.length);
      }
      expect(paged.map(described)).toEqual(expected.map(described));
      const offset = Math.min(limit, expected.length);
      const rest = await table.good("POST", "/records/list", { filter: asked, sort, offset, total: false });
      expect(rest.records.map(described)).toEqual(expected.slice(offset).map(described));
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) },
  );
});

/** So that a failure shows what is in the wrong place. */
function described({ id, fields: values }: Thing): string {
  return `${id} ${JSON.stringify(values)}`;
}

function one(
  field: string,
  operators: readonly string[],
  operand: fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(...operators), operand)
    .map(([operator, value]) => ({ field, [operator]: value }));
}

function empty(field: string): fc.Arbitrary<object> {
  return one(field, ["is_empty", "is_not_empty"], fc.constant(true));
}
