import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

/** Entries by compressed size: ids hardly compress, a repeated letter compresses to almost nothing. */
const kinds = { ids: 3_000_000, letters: 4_000_000, moreLetters: 20_000_000 };
const place = { xid: "100", step: 0, changeSetId: randomUUID(), personId: randomUUID() };
let server: InProcess;
let client: pg.Client;
let baseId: string;
let table: { id: string; fields: { id: string }[] };
let recordId: string;
/** Marks of the entries, oldest first. */
const logged: string[] = [];

beforeAll(async () => {
  server = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const fields = [{ name: "Notes", type: "long_text" }];
  const { body: base } = await server.call("POST", "/bases", {
    name: "Test",
    tables: [{ name: "Things", fields }],
  });
  [baseId, table] = [base.id, base.tables[0]];
  const { body } = await server.call("POST", `/bases/${baseId}/tables/Things/records`, { record: {} });
  recordId = body.id;
  await client.query(`DELETE FROM "Change"`);
  const { ids, letters, moreLetters } = kinds;
  await log(randomBytes(ids / 2).toString("hex"), 3);
  await log("a".repeat(letters), 2);
  await log("a".repeat(moreLetters), 2);
  await log("a".repeat(letters), 10);
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

test("the log of a database is returned in pages that fit into memory, without gaps", async () => {
  const seen: string[] = [];
  const pages: number[] = [];
  for (let since = "", more = true; more; ) {
    const { body } = await server.call("GET", `/bases/${baseId}/changes${since}`);
    seen.push(...body.changes.map(({ after }: { after: object }) => mark(after)));
    pages.push(JSON.stringify(body).length);
    since = `?since=${body.next}`;
    more = body.hasMore;
  }
  expect(seen).toEqual(logged);
  expect(Math.max(...pages)).toBeLessThan(16_000_000 + kinds.moreLetters + 1_000_000);
  expect(pages.length).toBeGreaterThan(4);
});

test("the history of a record is returned in pages too", async () => {
  const seen: string[] = [];
  const pages: number[] = [];
  const history = `/bases/${baseId}/tables/Things/records/${recordId}/history`;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body }: Awaited<ReturnType<InProcess["call"]>> = await server.call(
      "GET",
      `${history}?limit=25${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.history.map(({ changes }: { changes: object[] }) => mark(changes[0] ?? {})));
    pages.push(JSON.stringify(body).length);
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(logged.toReversed());
  expect(Math.max(...pages)).toBeLessThan(16_000_000 + kinds.moreLetters + 1_000_000);
  expect(pages.length).toBeGreaterThan(4);
});

test("an undo reads a write in larger batches", async () => {
  const { logRows } = await import("./change-rows");
  const seen: string[] = [];
  const batches: number[] = [];
  for await (const entries of logRows({ ...place, baseId }, "records")) {
    seen.push(...entries.map(({ after }) => mark(after ?? {})));
    batches.push(JSON.stringify(entries).length);
  }
  expect(seen).toEqual(logged.toReversed());
  expect(Math.max(...batches)).toBeLessThan(64_000_000 + kinds.moreLetters + 1_000_000);
  expect(batches.length).toBeGreaterThan(1);
});

/** Logs changes of the record, each with its own mark. */
async function log(text: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const own = `#${logged.length}#`;
    await client.query(
      `INSERT INTO "Change" ("baseId", "xid", "changeSetId", "actorId", "personId", "source", "kind", "tableId", "recordId", "before", "after")
       VALUES ($1, $2, $3, $4, $5, 'ui', 'record', $6, $7, '{}', jsonb_build_object($8::text, $9::text))`,
      [
        baseId,
        place.xid,
        place.changeSetId,
        randomUUID(),
        place.personId,
        table.id,
        recordId,
        table.fields[0]?.id,
        own + text,
      ],
    );
    logged.push(own);
  }
}

function mark(after: object): string {
  return /#\d+#/.exec(JSON.stringify(after))?.[0] ?? "";
}
