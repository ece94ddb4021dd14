import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

const count = 16_500;
const sendToPostgres = pg.Client.prototype.query;
let server: InProcess;
/** A connection outside of the server, for writes unknown to it. */
let client: pg.Client;
let base: string;
let table: string;
/** The records skipped by each statement that used a checkpoint. */
let passedOver: number[] = [];

beforeAll(async () => {
  server = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const fields = [{ name: "Name", type: "single_line_text" }];
  const { body } = await server.call("POST", "/bases", { name: "Long", tables: [{ name: "Rows", fields }] });
  base = body.id;
  table = body.tables[0].id;
  for (let made = 0; made < count; made += 500) {
    const records = Array.from({ length: 500 }, (_, index) => ({ Name: `row ${made + index}` }));
    await write("POST", "/bulk", { records });
  }
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has many forms, each of which is passed on
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]): any {
    const { text = "", values = [] } = typeof given[0] === "object" ? given[0] : {};
    const [, place] = /OFFSET \$(\d+)/.exec(text) ?? [];
    if (text.includes("pg_visible_in_snapshot")) passedOver.push(place ? values[Number(place) - 1] : 0);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (sendToPostgres as any).apply(this, given);
  };
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  pg.Client.prototype.query = sendToPostgres;
  await client.end();
  await server.stop();
});

type Step = () => Promise<unknown>;
/** Changes that keep the records before the last checkpoint in place, and changes that do not. */
const harmless: [title: string, step: Step][] = [
  ["a cell is edited", async () => write("PATCH", `/${(await ids())[3]}`, { record: { Name: "other" } })],
  [
    "many cells are edited",
    async () =>
      write("PUT", "/bulk", {
        records: (await ids()).slice(0, 50).map((recordId) => ({ recordId, Name: "many" })),
      }),
  ],
  ["a record is added", () => write("POST", "", { record: { Name: "last" } })],
  ["many are added", () => write("POST", "/bulk", { records: [{ Name: "one" }, { Name: "two" }] })],
  ["the last is deleted again", () => undo()],
];
const moving: [title: string, step: Step][] = [
  ["a record is added on top", () => write("POST", "", { record: { Name: "top" }, after: null })],
  ["the first is deleted", async () => write("DELETE", `/${(await ids())[0]}`)],
  ["that is undone", () => undo()],
  ["many are deleted", async () => write("DELETE", "/bulk", { recordIds: (await ids()).slice(100, 140) })],
  ["they come back", () => undo()],
  [
    "the last become the first",
    async () => write("POST", "/move", { recordIds: (await ids()).slice(-3), after: null }),
  ],
];

for (const [title, step] of harmless) {
  test(`${title}: the checkpoints stay valid`, async () => {
    await findCheckpoints();
    await step();
    expect(await look(count - 1_500)).toEqual({ isRight: true, passedOver: [expect.any(Number)] });
    expect(passedOver[0]).toBeLessThan(2_000);
  });
}

for (const [title, step] of moving) {
  test(`${title}: pages use the new order, and soon new checkpoints`, async () => {
    await findCheckpoints();
    await step();
    for (const offset of [10_000, 12_345, 14_000, count - 40]) {
      expect(await look(offset)).toMatchObject({ isRight: true });
    }
    await findCheckpoints();
    for (const offset of [10_000, 11_999, 12_000, 12_001, 15_999]) {
      expect(await look(offset)).toEqual({ isRight: true, passedOver: [offset % 2_000] });
    }
  });
}

test("writes in progress during the computation are not missed", async () => {
  const [first] = await ids();
  const other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  await other.query("BEGIN");
  await other.query(`DELETE FROM "Record_${table}" WHERE "id" = $1`, [first]);
  await other.query(
    `INSERT INTO "Change" ("baseId", "changeSetId", "actorId", "personId", "source", "kind", "tableId", "recordId", "before")
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ui', 'record', $2, $3, '{}')`,
    [base, table, first],
  );
  await write("POST", "", { record: { Name: "top" }, after: null });
  await findCheckpoints();
  expect(await look(14_000)).toMatchObject({ isRight: true });
  await other.query("COMMIT");
  await other.end();
  expect(await look(14_000)).toMatchObject({ isRight: true });
});

test("a page after the end is empty and breaks nothing", async () => {
  await findCheckpoints();
  expect(await look(10_000_000)).toMatchObject({ isRight: true });
  expect(await look(14_000)).toMatchObject({ isRight: true });
});

/** Reads until a page uses a checkpoint. */
async function findCheckpoints(): Promise<void> {
  for (;;) {
    vi.setSystemTime(Date.now() + 6_000);
    await look(14_000);
    await delay(50);
    const { passedOver, isRight } = await look(14_001);
    expect(isRight).toBe(true);
    if (passedOver.length > 0) return;
  }
}

/** A page compared with the expected one from the database. */
async function look(offset: number): Promise<{ isRight: boolean; passedOver: number[] }> {
  passedOver = [];
  const request = { limit: 100, offset, total: false, viewId: await viewId() };
  const { records, hasMore } = await write("POST", "/list", request);
  const all = await ids();
  const found = records.map(({ id }: { id: string }) => id);
  const isRight = JSON.stringify(found) === JSON.stringify(all.slice(offset, offset + 100));
  return { isRight: isRight && hasMore === all.length > offset + 100, passedOver };
}

async function ids(): Promise<string[]> {
  const { rows } = await client.query(`SELECT "id" FROM "Record_${table}" ORDER BY "position", "id"`);
  return rows.map(({ id }) => id);
}

let view: string | undefined;
async function viewId(): Promise<string> {
  view ??= (await server.call("GET", `/bases/${base}/tables/${table}/views`)).body.views[0].id;
  return view as string;
}

async function undo(): Promise<void> {
  const { status, body } = await server.call("POST", `/bases/${base}/undo`, { tableId: table });
  expect(status, JSON.stringify(body)).toBe(200);
}

// biome-ignore lint/suspicious/noExplicitAny: the result depends on the call
async function write(method: string, path: string, body?: object): Promise<any> {
  const answer = await server.call(method, `/bases/${base}/tables/${table}/records${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
