import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { beforeAll, expect, test, vi } from "vitest";
import { type InProcess, startInProcess } from "../../e2e/in-process";

let inside: InProcess;

beforeAll(async () => {
  process.env.DATABASE_CONNECTIONS = "1";
  inside = await startInProcess();
  return () => inside.stop();
});

test("a connection keeps a limited number of prepared statements", async () => {
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

test("a transaction runs its statements one after another, and none after its end", async () => {
  const { Prisma, query, transact } = await import("./db");
  const warn = vi.fn();
  process.on("warning", warn);
  const sleep = () => query(Prisma.sql`SELECT pg_sleep(0.02)`);
  await transact(() => Promise.all([sleep(), sleep(), sleep()]));
  let waiting: Promise<unknown> | undefined;
  const broken = transact(async () => {
    const first = sleep();
    waiting = query(Prisma.sql`SELECT 1`);
    waiting.catch(() => {});
    first.catch(() => {});
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  await expect(waiting).rejects.toThrow("the transaction");
  // Warnings are emitted in a later pass of the event loop.
  await sleep();
  expect(warn).not.toHaveBeenCalled();
  process.off("warning", warn);
});

test("a text is a single statement, even without parameters", async () => {
  const { Prisma, query } = await import("./db");
  const two = query(Prisma.sql`SELECT 1; CREATE TABLE second ("text" text)`);
  await expect(two).rejects.toThrow("cannot insert multiple commands into a prepared statement");
});

test("the serving role can neither run programs nor read files", async () => {
  const { Prisma, query } = await import("./db");
  const run = query(Prisma.sql`COPY (SELECT 1) TO PROGRAM 'cat'`);
  await expect(run).rejects.toThrow("permission denied to COPY to or from an external program");
  const read = query(Prisma.sql`SELECT pg_read_file('PG_VERSION')`);
  await expect(read).rejects.toThrow("permission denied for function pg_read_file");
});

test("an invalid id becomes part of neither a statement nor a path", async () => {
  const { partitionOf } = await import("./structure/partitions");
  const { fileOf } = await import("./files/attachment-files");
  for (const id of ['tAAAAAAAAAA"; DROP TABLE "Base"; --', "", "t", "tAAAAAAAAAA\n", "fAAAAAAAAAA"]) {
    expect(() => partitionOf(id)).toThrow("no table has the id");
  }
  for (const id of [
    "../../../etc/hostname",
    "",
    `${"0".repeat(32)}/..`,
    "0".repeat(31),
    `${"0".repeat(32)}\n`,
  ]) {
    expect(() => fileOf(id, "/data/attachments")).toThrow("no file has the id");
  }
});

test("writes after the deadline of a transaction are not stored", async () => {
  const { execute, Prisma, query, transact } = await import("./db");
  await execute(Prisma.sql`CREATE TABLE written ("text" text)`);
  const late = transact(
    async () => {
      await execute(Prisma.sql`INSERT INTO written VALUES ('in time')`);
      await execute(Prisma.sql`SELECT pg_sleep(2)`);
      await execute(Prisma.sql`INSERT INTO written VALUES ('late')`);
      await execute(Prisma.sql`INSERT INTO written VALUES ('later')`);
    },
    { maxMs: 500 },
  );
  await expect(late).rejects.toMatchObject({ code: "P2028" });
  expect(await query(Prisma.sql`SELECT * FROM written`)).toEqual([]);
});

test("a connection lost while it is handed out is an error for its user only", async () => {
  const address = new URL(process.env.DATABASE_URL ?? "");
  const { port, hostname } = address;
  // Sends the termination in one packet with the first ReadyForQuery.
  const gone = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
  const message = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.from([gone.length + 4]), gone]);
  const ready = Buffer.from("Z\0\0\0\u0005I");
  const proxy = createServer((socket) => {
    const server = connect(Number(port), hostname);
    socket.on("error", () => {}).pipe(server.on("error", () => {}));
    server.on("close", () => socket.destroy());
    server.on("data", (chunk) => {
      socket.write(chunk.subarray(-ready.length).equals(ready) ? Buffer.concat([chunk, message]) : chunk);
    });
  }).listen(0, hostname);
  await once(proxy, "listening");
  address.port = String((proxy.address() as AddressInfo).port);
  process.env.DATABASE_URL = address.href;
  await (await import("./connections")).closeDatabase();
  vi.resetModules();
  const { Prisma, query, transact } = await import("./db");
  // Vitest fails on unhandled errors.
  await expect(transact(() => query(Prisma.sql`SELECT 1`))).rejects.toThrow();
  await expect(query(Prisma.sql`SELECT 1`)).rejects.toThrow();
  await (await import("./connections")).closeDatabase();
  proxy.close();
});
