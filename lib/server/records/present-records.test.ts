import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { fieldTypes } from "../../field-types";

/** The method that every statement uses: the pool's, Prisma's, a transaction's. */
const sendToPostgres = pg.Client.prototype.query;
let statements: string[] = [];
let server: InProcess;
let records: string;

beforeAll(async () => {
  server = await startInProcess();
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has many forms, each of which is passed on
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]): any {
    statements.push(typeof given[0] === "string" ? given[0] : given[0].text);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (sendToPostgres as any).apply(this, given);
  };
  records = await makeTables();
});
afterAll(async () => {
  pg.Client.prototype.query = sendToPostgres;
  await server.stop();
});

test("a page of 500 records with 5 link fields and 5 lookups takes as many statements as one of 10", async () => {
  const sent = async (limit: number) => {
    statements = [];
    const { status, body } = await server.call("POST", `${records}/list`, { limit, total: false });
    expect([status, body.records.length]).toEqual([200, limit]);
    // Ignores authentication and notifications.
    const about = statements.filter((each) => !/"(ApiKey|KeySecret)"|pg_notify/.test(each));
    const texts = about.map((text) => text.replace(/LIMIT \d+/, "LIMIT"));
    return { statements: texts.toSorted(), last: body.records.at(-1) };
  };
  // Warms up the schemas of the linked tables.
  await sent(10);
  const few = await sent(10);
  const many = await sent(500);
  // Links and records per link field, and at most two for the page itself.
  expect(few.statements.filter((each) => each.includes('"Link"'))).toHaveLength(5);
  expect(few.statements.length).toBeLessThanOrEqual(12);
  expect(many.statements).toEqual(few.statements);
  // None is missing or empty.
  expect(many.last.fields).toEqual({
    Name: "row 499",
    ...Object.fromEntries(
      [0, 1, 2, 3, 4].flatMap((n) => [
        [`L${n}`, [expect.any(String), expect.any(String)]],
        [`Looked ${n}`, [`person ${(499 + n) % 50}`, `person ${(500 + n) % 50}`]],
      ]),
    ),
  });
});

test("a listed record is the same as one that is read alone", async () => {
  const examples = [...fieldTypes.values()].flatMap(({ type, isComputed, examples: [example] }) =>
    isComputed || /attachments|link|select|person/.test(type) || !example ? [] : [{ type, ...example }],
  );
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: '"quoted" \\ é 🦊', type: "long_text" },
    { name: "1", type: "number" },
    { name: "Wrong", type: "formula", template: { formula: "1 / {1}" } },
    { name: "Right", type: "formula", template: { formula: '{Name} & "\\"\\n🦊"' } },
    ...examples.map(({ type, template = {} }) => ({ name: `A ${type}`, type, template })),
  ];
  const { body: base } = await server.call("POST", "/bases", {
    name: "All",
    tables: [{ name: "T", fields }],
  });
  expect(base).toMatchObject({ name: "All" });
  const place = `/bases/${base.id}/tables/T/records`;
  const record = {
    Name: 'a"🦊',
    '"quoted" \\ é 🦊': 'a"\n\u2028\u0001 é 🦊',
    ...Object.fromEntries(examples.map(({ type, input }) => [`A ${type}`, input])),
  };
  for (const each of [record, {}]) {
    expect(await server.call("POST", place, { record: each })).toMatchObject({ status: 201 });
  }
  const { body: page } = await server.call("POST", `${place}/list`, {});
  expect(page.records).toHaveLength(2);
  expect(page.records[0].fields).toMatchObject({
    Name: record.Name,
    '"quoted" \\ é 🦊': record['"quoted" \\ é 🦊'],
    Wrong: null,
    Right: `${record.Name}"\n🦊`,
  });
  expect(Object.values(page.records[0].errors)).toEqual(["DIV0"]);
  for (const listed of page.records) {
    expect(listed).toEqual((await server.call("GET", `${place}/${listed.id}`)).body);
    expect(Object.keys(listed.fields)).toHaveLength(fields.length);
  }
});

test("a record without links needs no statement for them", async () => {
  const bare = await server.call("POST", "/bases", {
    name: "Bare",
    tables: [{ name: "T", fields: [{ name: "Name", type: "single_line_text" }] }],
  });
  const place = `/bases/${bare.body.id}/tables/T/records`;
  await server.call("POST", place, { record: { Name: "x" } });
  statements = [];
  await server.call("POST", `${place}/list`, { total: false });
  expect(statements.filter((each) => each.includes('"Link"'))).toEqual([]);
});

test("nested lookups through thirty links each show the first 10,000 values", async () => {
  const name = { name: "Name", type: "single_line_text" };
  const link = { name: "To", type: "linked_record", template: { tableId: "U" } };
  const { body: base } = await server.call("POST", "/bases", {
    name: "Chain",
    tables: [
      { name: "T", fields: [name, link] },
      { name: "U", fields: [name] },
    ],
  });
  const place = (table: string) => `/bases/${base.id}/tables/${table}`;
  for (const [table, linkFieldId, targetFieldId, own] of [
    ["U", "T", "Name", "L1"],
    ["T", "To", "L1", "L2"],
    ["U", "T", "L2", "L3"],
    ["T", "To", "L3", "L4"],
  ]) {
    const field = { name: own, type: "lookup", template: { linkFieldId, targetFieldId } };
    expect((await server.call("POST", `${place(table as string)}/fields`, field)).status).toBe(201);
  }
  const make = async (table: string, more = {}): Promise<string[]> => {
    const rows = Array.from({ length: 30 }, (_, n) => ({ Name: `${n}`, ...more }));
    const { body } = await server.call("POST", `${place(table)}/records/bulk`, { records: rows });
    return body.records.map(({ id }: { id: string }) => id);
  };
  const others = await make("U");
  const [id] = await make("T", { To: others });
  const { status, body } = await server.call("GET", `${place("T")}/records/${id}`);
  expect(status).toBe(200);
  expect(body.fields.L2).toEqual(Array.from({ length: 900 }, (_, n) => `${n % 30}`));
  expect(body.fields.L4).toEqual(Array.from({ length: 10_000 }, (_, n) => `${n % 30}`));
});

/** A table of 500 records, each with two people in each of five link fields and a lookup over each. */
async function makeTables(): Promise<string> {
  const name = { name: "Name", type: "single_line_text" };
  const links = [0, 1, 2, 3, 4].flatMap((n) => [
    { name: `L${n}`, type: "linked_record", template: { tableId: "People" } },
    { name: `Looked ${n}`, type: "lookup", template: { linkFieldId: `L${n}`, targetFieldId: "Name" } },
  ]);
  const { body: base } = await server.call("POST", "/bases", {
    name: "Links",
    tables: [
      { name: "Rows", fields: [name, ...links] },
      { name: "People", fields: [name] },
    ],
  });
  const bulk = async (table: string, rows: object[]) => {
    const given = { records: rows };
    const { status, body } = await server.call(
      "POST",
      `/bases/${base.id}/tables/${table}/records/bulk`,
      given,
    );
    expect(status).toBe(200);
    return body.records.map(({ id }: { id: string }) => id);
  };
  const people: string[] = await bulk(
    "People",
    Array.from({ length: 50 }, (_, n) => ({ Name: `person ${n}` })),
  );
  const linked = (row: number, n: number) => [people[(row + n) % 50], people[(row + n + 1) % 50]];
  await bulk(
    "Rows",
    Array.from({ length: 500 }, (_, row) => ({
      Name: `row ${row}`,
      ...Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`L${n}`, linked(row, n)])),
    })),
  );
  return `/bases/${base.id}/tables/Rows/records`;
}
