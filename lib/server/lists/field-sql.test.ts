import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

const count = 300;
const sendToPostgres = pg.Client.prototype.query;
let server: InProcess;
let client: pg.Client;
let things: string;
/** The statements on links, as sent. */
let statements: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  server = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  things = await makeTables();
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has many forms, each of which is passed on
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]): any {
    const [text, values] = typeof given[0] === "string" ? given : [given[0].text, given[0].values];
    if (this !== client && text.includes('"Link"')) statements.push({ text, values: values ?? given[1] });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (sendToPostgres as any).apply(this, given);
  };
});
afterAll(async () => {
  pg.Client.prototype.query = sendToPostgres;
  await client.end();
  await server.stop();
});

const lists: [title: string, asked: object, found: number][] = [
  ["empty links", { filter: { field: "Team", is_empty: true } }, 0],
  ["a lookup", { filter: { field: "Team names", contains: "team 7" } }, count / 10],
  ["a lookup of a lookup", { filter: { field: "Team leads", does_not_contain: "7" } }, count],
  ["a search", { search: "team 7" }, count / 10],
];
for (const [title, asked, found] of lists) {
  test(`${title}: each record's links are read, whatever is known of the field's`, async () => {
    statements = [];
    const { body } = await server.call("POST", `${things}/records/list`, { ...asked, fields: ["Name"] });
    expect(body.total).toBe(found);
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, values } of statements) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      // One per record and step; reading all links per record would be many thousands.
      expect(rowsReadFrom("Link", rows[0]["QUERY PLAN"][0].Plan)).toBeLessThanOrEqual(6 * count);
    }
  });
}

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** The number of rows of a table that a statement has scanned. */
function rowsReadFrom(table: string, plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsReadFrom(table, each), 0);
  if (plan["Relation Name"] !== table) return below;
  return below + (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
}

/** Things with a team each, whose leads are looked up in two steps. PostgreSQL has statistics of other links only. */
async function makeTables(): Promise<string> {
  const name = { name: "Name", type: "single_line_text" };
  const link = (field: string, tableId: string) => ({
    name: field,
    type: "linked_record",
    template: { tableId },
  });
  const look = (field: string, linkFieldId: string, targetFieldId: string) => ({
    name: field,
    type: "lookup",
    template: { linkFieldId, targetFieldId },
  });
  const { body: base } = await server.call("POST", "/bases", {
    name: "Links",
    tables: [
      {
        name: "Things",
        fields: [
          name,
          link("Old", "Teams"),
          link("Team", "Teams"),
          look("Team names", "Team", "Name"),
          look("Team leads", "Team", "Lead names"),
        ],
      },
      { name: "Teams", fields: [name, link("Lead", "People"), look("Lead names", "Lead", "Name")] },
      { name: "People", fields: [name] },
    ],
  });
  const place = (table: string) => `/bases/${base.id}/tables/${table}`;
  const write = async (method: string, table: string, records: object[]): Promise<string[]> => {
    const { status, body } = await server.call(method, `${place(table)}/records/bulk`, { records });
    expect(status).toBe(200);
    return body.records.map(({ id }: { id: string }) => id);
  };
  const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);
  const [lead] = await write("POST", "People", [{ Name: "Ada" }]);
  const teams = await write(
    "POST",
    "Teams",
    numbers(10).map((index) => ({ Name: `team ${index}`, Lead: lead })),
  );
  const ids = await write(
    "POST",
    "Things",
    numbers(count).map((index) => ({ Name: `thing ${index}`, Old: teams[index % 10] })),
  );
  await client.query("ANALYZE");
  await write(
    "PUT",
    "Things",
    ids.map((recordId, index) => ({ recordId, Team: teams[index % 10] })),
  );
  return place("Things");
}
