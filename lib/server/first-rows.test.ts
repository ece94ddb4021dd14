import { beforeAll, expect, test } from "vitest";
import { startInProcess } from "../../e2e/in-process";

beforeAll(async () => {
  process.env.DATABASE_CONNECTIONS = "1";
  const inside = await startInProcess();
  return () => inside.stop();
});

/** Rows of 1,000 characters each. */
async function rowsOf(count: number, bounds: { bytes: number; onRow?(bytes: number): void }) {
  const { Prisma, queryFirst } = await import("./db");
  return queryFirst<{ number: number; text: string }>(
    Prisma.sql`SELECT "number", repeat('x', 1000) AS "text" FROM generate_series(1, ${count}::int) AS "number"`,
    bounds,
  );
}

/** The process of the only connection. */
async function processId(): Promise<number | undefined> {
  const { Prisma, query } = await import("./db");
  const [row] = await query<{ id: number }>(Prisma.sql`SELECT pg_backend_pid() AS "id"`);
  return row?.id;
}

/** True if the only connection still works. */
async function isAnswering(): Promise<boolean> {
  const { Prisma, query } = await import("./db");
  return (await query(Prisma.sql`SELECT 1`)).length === 1;
}

test.each([
  ["all that fit", 9, 10_000, 9, false],
  ["those that fit, of a few more", 15, 10_000, 9, true],
  ["those that fit, of endlessly more", 1_000_000, 10_000, 9, true],
  ["the first, however large it is", 3, 10, 1, true],
  ["none of none", 0, 10, 0, false],
])("gives %s", async (_, count, bytes, given, isCut) => {
  const first = await rowsOf(count, { bytes });
  expect(first.isCut).toBe(isCut);
  expect(first.rows.map(({ number }) => number)).toEqual(Array.from({ length: given }, (_, at) => at + 1));
  expect(await isAnswering()).toBe(true);
});

test("keeps the connection if the same statement was cut before", async () => {
  await rowsOf(1_000_000, { bytes: 10_000 });
  const before = await processId();
  for (const [count, given, isCut] of [
    [1_000_000, 9, true],
    [1_000_000, 9, true],
    [9, 9, false],
    [10, 9, true],
  ] as const) {
    const first = await rowsOf(count, { bytes: 10_000 });
    expect([first.rows.length, first.isCut]).toEqual([given, isCut]);
  }
  expect(await processId()).toBe(before);
});

test("reports each row, and ends at once if that throws", async () => {
  let bytesSeen = 0;
  const full = new Error("no room");
  const onRow = (bytes: number) => {
    bytesSeen += bytes;
    if (bytesSeen > 5_000) throw full;
  };
  await expect(rowsOf(1_000_000, { bytes: 1e12, onRow })).rejects.toBe(full);
  expect(bytesSeen).toBeLessThan(7_000);
  expect(await isAnswering()).toBe(true);
});

test("a transaction continues after it", async () => {
  const { Prisma, query, transact } = await import("./db");
  const sum = await transact(async () => {
    const first = await rowsOf(10_000, { bytes: 10_000 });
    expect([first.rows.length, first.isCut]).toEqual([9, true]);
    const [row] = await query<{ sum: number }>(Prisma.sql`SELECT 1 + 1 AS "sum"`);
    return row?.sum;
  });
  expect(sum).toBe(2);
});

test("errors of PostgreSQL are thrown as usual", async () => {
  const { Prisma, queryFirst } = await import("./db");
  await expect(queryFirst(Prisma.sql`SELECT 1 / 0`, { bytes: 10 })).rejects.toThrow("division by zero");
  expect(await isAnswering()).toBe(true);
});
