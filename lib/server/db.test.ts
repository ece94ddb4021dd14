import { beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../e2e/in-process";

let inside: InProcess;

beforeAll(async () => {
  process.env.DATABASE_CONNECTIONS = "1";
  inside = await startInProcess();
  return () => inside.stop();
});

test("of statements that come often, a connection keeps so many prepared, whichever there are", async () => {
  const { Prisma, query, queryOften } = await import("./db");
  const ask = async (number: number) => {
    const [row] = await queryOften<{ sum: number }>(
      Prisma.sql`SELECT ${number}::int + ${Prisma.raw(String(number))} AS sum`,
    );
    expect(row?.sum).toBe(2 * number);
  };
  for (let number = 0; number < 450; number++) await ask(number);
  await Promise.all(Array.from({ length: 450 }, (_, number) => ask(449 - number)));
  const [held] = await query<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name LIKE 'rowhouse_%'`,
  );
  expect(held?.count).toBeGreaterThan(0);
  expect(held?.count).toBeLessThanOrEqual(200);
});

test("what a transaction still wants to write after its time is not stored", async () => {
  const { execute, Prisma, query, transact } = await import("./db");
  await execute(Prisma.sql`CREATE TABLE written ("text" text)`);
  const late = transact(
    async () => {
      await execute(Prisma.sql`INSERT INTO written VALUES ('in time')`);
      await execute(Prisma.sql`SELECT pg_sleep(2)`);
      await execute(Prisma.sql`INSERT INTO written VALUES ('late')`);
      await execute(Prisma.sql`INSERT INTO written VALUES ('later')`);
    },
    { longest: 500 },
  );
  await expect(late).rejects.toMatchObject({ code: "P2028" });
  expect(await query(Prisma.sql`SELECT * FROM written`)).toEqual([]);
});
