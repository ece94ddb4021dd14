import { performance } from "node:perf_hooks";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { rounds } from "../../../e2e/rounds";
import type { Table } from "../../contract/tables";

const count = rounds.linkedRecords;
const linksEach = 100;
let server: InProcess;
let client: pg.Client;
let fieldIds: string[];

beforeAll(async () => {
  server = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

test("deleting and restoring records with very many links does not block others", async () => {
  const { place, recordIds } = await makeTables();
  const before = await links();
  expect(before).toHaveLength(count * linksEach);
  const watched = watchDelays();
  const deleted = await server.call("DELETE", `${place}/tables/Things/records/bulk`, { recordIds });
  expect([deleted.status, await links()]).toEqual([200, []]);
  const undone = await server.call("POST", `${place}/undo`);
  expect(undone.body).toMatchObject({ restored: count, skipped: [] });
  // Took many seconds when every record scanned the links of all.
  expect(watched.longest()).toBeLessThan(4_000);
  expect(await links()).toEqual(before);
}, 180_000);

/** Longest event-loop delay of this process in ms. */
function watchDelays(): { longest(): number } {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  return {
    longest() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

/** Things with many teams each, and teams with as many things. */
async function makeTables(): Promise<{ place: string; recordIds: string[] }> {
  const name = { name: "Name", type: "single_line_text" };
  const teams = { name: "Teams", type: "linked_record", template: { tableId: "Teams" } };
  const { body: base } = await server.call("POST", "/bases", {
    name: "Test",
    tables: [
      { name: "Things", fields: [name, teams] },
      { name: "Teams", fields: [name] },
    ],
  });
  const place = `/bases/${base.id}`;
  fieldIds = base.tables.flatMap(({ fields }: Table) => fields.map(({ id }) => id));
  const make = async (table: string): Promise<string[]> => {
    const records = Array.from({ length: count }, (_, index) => ({ Name: `${index}` }));
    const { body } = await server.call("POST", `${place}/tables/${table}/records/bulk`, { records });
    return body.records.map(({ id }: { id: string }) => id);
  };
  const [recordIds, teamIds] = [await make("Things"), await make("Teams")];
  await client.query(
    `INSERT INTO "Link" SELECT $1, thing."id", ($3::uuid[])[1 + (thing."number" + "order") % $4::int], "order", "order"
     FROM unnest($2::uuid[]) WITH ORDINALITY AS thing ("id", "number"), generate_series(1, $5::int) AS "order"`,
    [base.tables[0].fields[1].id, recordIds, teamIds, count, linksEach],
  );
  return { place, recordIds };
}

async function links(): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT concat_ws(' ', "fromId", "toId", "fromOrder", "toOrder") AS "link"
     FROM "Link" WHERE "fieldId" = ANY($1) ORDER BY "fromId", "toId"`,
    [fieldIds],
  );
  return rows.map(({ link }) => link);
}
