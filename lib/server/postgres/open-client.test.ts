import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../../../e2e/own-postgres";
import { withClient } from "./open-client";

let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  return () => postgres.stop();
});

describe("a separate connection", () => {
  test("waits for a database that is starting", async () => {
    let refusals = 0;
    for (let round = 0; round < 3; round++) {
      await crash();
      // PostgreSQL refuses connections while it recovers, which may end before the check.
      if (await isRefused()) refusals++;
      const [row] = await withClient(
        postgres.url,
        async (client) => (await client.query("SELECT 1 AS one")).rows,
      );
      expect(row).toEqual({ one: 1 });
    }
    expect(refusals).toBeGreaterThan(0);
  });

  test("names the address of a missing database", async () => {
    const nowhere = "postgresql://somebody:secret@127.0.0.1:9/somewhere";
    await expect(withClient(nowhere, async () => {})).rejects.toThrow(
      /^The database somewhere at 127\.0\.0\.1:9 \(DATABASE_URL\) cannot be opened: /,
    );
  });
});

/** Kills one of PostgreSQL's processes, so that all others end and it restarts. */
async function crash(): Promise<void> {
  const dying = withClient(postgres.url, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    process.kill(rows[0].pid, "SIGKILL");
    await client.query("SELECT pg_sleep(60)");
  });
  await expect(dying).rejects.toThrow();
}

async function isRefused(): Promise<boolean> {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      if ((error as pg.DatabaseError).code === "57P03") return true;
    }
    await client.end();
  }
  return false;
}
