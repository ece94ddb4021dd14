import { beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../e2e/in-process";
import { JsonList } from "./json-list";

let inside: InProcess;

beforeAll(async () => {
  inside = await startInProcess();
  return () => inside.stop();
});

test("rows are read in turns with other calls", async () => {
  const { Prisma, query, queryOften } = await import("./db");
  const sql = Prisma.sql`SELECT repeat('x', 1000) AS "text" FROM generate_series(1, 30000)`;
  for (const read of [query, queryOften]) {
    let passes = 0;
    let isOver = false;
    const count = () => {
      passes++;
      if (!isOver) setImmediate(count);
    };
    count();
    const rows = await read<{ text: string }>(sql);
    isOver = true;
    expect(rows.length).toBe(30_000);
    expect(passes).toBeGreaterThan(150);
  }
});

test("a failed statement is an error with its code, and the connection stays usable", async () => {
  const { Prisma, query } = await import("./db");
  const failed = query(Prisma.sql`SELECT 1 / (5000 - "number") FROM generate_series(1, 9000) AS "number"`);
  await expect(failed).rejects.toMatchObject({ code: "22012", stack: expect.stringContaining("query") });
  expect(await query(Prisma.sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
});

test("a list is a parameter of any length", async () => {
  const { Prisma, query, queryOften } = await import("./db");
  const items = (count: number, text: string) => Array.from({ length: count }, (_, id) => ({ id, text }));
  for (const list of [
    [],
    items(1, "永"),
    items(3, "a"),
    items(2_000, 'é"\\\n🙂'.repeat(100)),
    items(1, "x".repeat(1e6)),
  ]) {
    for (const read of [query, queryOften]) {
      const rows = await read<{ list: object[]; count: number }>(
        Prisma.sql`SELECT ${new JsonList(list)}::jsonb AS "list", ${list.length}::int AS "count"`,
      );
      expect(rows).toEqual([{ list, count: list.length }]);
    }
  }
});
