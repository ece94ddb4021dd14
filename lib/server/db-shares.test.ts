import { beforeAll, expect, test } from "vitest";
import { startInProcess } from "../../e2e/in-process";

beforeAll(async () => {
  // The share of one caller is one connection.
  process.env.DATABASE_CONNECTIONS = "4";
  const inside = await startInProcess();
  return () => inside.stop();
});

test.each([
  ["leaves the caller's share to its other queries", true, 1],
  ["takes the caller's share without it", false, 0],
])("a transaction with a seat %s", async (_, hasSeat, expected) => {
  const { Prisma, query, transact } = await import("./db");
  const { within } = await import("./context");
  let answered = 0;
  await within({ holder: "somebody" }, async () => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const transaction = transact(() => held, { hasSeat });
    const other = query(Prisma.sql`SELECT 1`).then(() => {
      answered++;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answered).toBe(expected);
    end();
    await Promise.all([transaction, other]);
  });
});
