import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../../../e2e/own-postgres";
import { filterKindOf } from "../../contract/filters";
import { fieldType as fieldTypeNamed, fieldTypes } from "../../field-types";
import { Prisma } from "../db";
import { composed } from "./shown-sql";
import type { Subject } from "./subject";

let postgres: OwnPostgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  client = new pg.Client(postgres.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

const formats = ["local", "comma_period", "period_comma", "space_comma", "space_period"];
const number = fc
  .oneof(
    fc.integer({ min: -3_000_000, max: 3_000_000 }),
    fc.integer({ min: -3_000_000, max: 3_000_000 }).map((each) => each / 1_000),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  )
  // JSON has no −0.
  .map((each) => each + 0);
const numbers = { numberFormat: fc.constantFrom(...formats), decimalPlaces: fc.nat(10) };
const dateFormat = fc.constantFrom("local", "iso", "us", "eu");
const date = fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
const moments = {
  dateFormat,
  timeFormat: fc.constantFrom("12h", "24h"),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"),
};

/** Templates and values per type whose cells show another text than the plain one. */
const made: { readonly [type: string]: [template: fc.Arbitrary<object>, value: fc.Arbitrary<unknown>] } = {
  number: [fc.record(numbers), number],
  currency: [fc.record({ ...numbers, currencySymbol: fc.constantFrom("$", "€", "CHF ", "'") }), number],
  percent: [fc.record({ ...numbers, allowNegative: fc.constant(true) }), number],
  duration: [fc.record({ format: fc.constantFrom("h:mm", "h:mm:ss") }), fc.nat(10_000_000)],
  autonumber: [
    fc.record({ prefix: fc.constantFrom("", "INV-"), padding: fc.nat(8) }),
    fc.integer({ min: 1 }),
  ],
  date: [fc.record({ dateFormat }), date.map((each) => each.toISOString().slice(0, 10))],
  // Zones had other offsets, with seconds, before there were time zones.
  datetime: [
    fc.record(moments),
    fc
      .date({ min: new Date("1950-01-01"), max: new Date("2037-12-31"), noInvalidDate: true })
      .map((each) => each.toISOString()),
  ],
};

const ofColumns = ["created_time", "updated_time"];

test("every type that shows another text than the plain one is tried", () => {
  // Computed types show their results like one of these.
  const types = [...fieldTypes.values()].filter(({ shown, reads }) => shown && !reads);
  expect(types.map(({ type }) => type).sort()).toEqual([...Object.keys(made), ...ofColumns].sort());
});

test.each(Object.entries(made))(
  "SQL writes a value of %s as its cell shows it",
  async (type, [templates, values]) => {
    const fieldType = fieldTypeNamed(type);
    await fc.assert(
      fc.asyncProperty(templates, values, async (given, value) => {
        const template = fieldType.template.parse(given) as object;
        const resolved = fieldType.resolve(template);
        const subject: Subject = { id: "f", name: "F", type, kind: filterKindOf(resolved), template };
        const shown = fieldType.shown?.(template);
        if (!shown) throw new Error(`${type} shows its plain text`);
        const { text, values: parameters } = Prisma.sql`
        SELECT ${composed(shown, subject, { isGrouped: true })} AS "text",
          ${composed(shown, subject, { isGrouped: false })} AS "ungrouped" FROM (SELECT ${JSON.stringify({ f: value })}::jsonb AS "data") AS "Record"`;
        const { rows } = await client.query<{ text: string; ungrouped: string }>({
          text,
          values: parameters as unknown[],
        });
        const displayed = fieldType.display(value, template, "en-US").replaceAll(/[\u00a0\u202f]/g, " ");
        expect(rows[0]?.text).toBe(displayed);
        const group = shown.kind === "number" ? shown.group : "";
        const ungrouped = displayed.replaceAll(new RegExp(`(?<=\\d)[${group}](?=\\d{3})`, "g"), "");
        expect(rows[0]?.ungrouped).toBe(group === "" ? displayed : ungrouped);
      }),
      { numRuns: 300 },
    );
  },
);
