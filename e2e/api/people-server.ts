/** A server for tests of accounts, with access to its database. */
import { randomInt, randomUUID } from "node:crypto";
import pg from "pg";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { ApiClient } from "../api-client";
import { expect } from "../fixtures";
import { type Account, accept, invite } from "../people";
import { startOwnServer } from "./own-server";

export interface PeopleServer {
  /** Calls with the key of the installation's owner. */
  readonly owner: ApiClient;
  /** Runs SQL in the server's database. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** A connection of its own, such as for locks. */
  connect(): Promise<pg.Client>;
  /**
   * Starts calls while changes of people are locked, waits until they want to make theirs, and changes something before
   * them.
   */
  whilePeopleAreLocked<Answer>(
    start: () => readonly Promise<Answer>[],
    change: () => Promise<unknown>,
  ): Promise<{ answers: Answer[] }>;
  stop(): Promise<void>;
}

/** The advisory lock that changes of people wait for. */
const peopleLock = 76946875;

export async function startPeopleServer(environment: Record<string, string> = {}): Promise<PeopleServer> {
  const own = await startOwnServer({
    TRUST_PROXY: "127.0.0.1",
    // Tests of wrong tokens make more attempts than one caller may.
    SIGN_IN_ATTEMPTS_PER_MINUTE: "1000",
    SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000",
    ...environment,
  });
  const connect = async () => {
    const client = new pg.Client((await findRunningPostgres(own.dataFolder)) ?? undefined);
    await client.connect();
    return client;
  };
  const database = await connect();
  return {
    owner: own.api,
    query: async (sql, values) => (await database.query(sql, values)).rows,
    connect,
    async whilePeopleAreLocked(start, change) {
      const lock = await connect();
      try {
        await lock.query("SELECT pg_advisory_lock($1)", [peopleLock]);
        const calls = start();
        const waiting = `SELECT FROM pg_locks WHERE "locktype" = 'advisory' AND "objid" = ${peopleLock} AND NOT "granted"`;
        await expect
          .poll(async () => (await database.query(waiting)).rowCount, { intervals: [50] })
          .toBe(calls.length);
        await change();
        await lock.query("SELECT pg_advisory_unlock($1)", [peopleLock]);
        return { answers: await Promise.all(calls) };
      } finally {
        await lock.end();
      }
    },
    async stop() {
      await database.end();
      await own.stop();
    },
  };
}

/** Somebody at a network address of their own, not signed in. */
export function visitorOf({ origin }: Pick<ApiClient, "origin">, address = anAddress()): ApiClient {
  return new ApiClient(origin, null, { "X-Forwarded-For": address });
}

/** An address that hardly any other test uses. */
export function anAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Invites somebody with a new account, who accepts. */
export async function join(
  owner: ApiClient,
  ...given: Parameters<typeof invite> extends [unknown, ...infer Rest] ? Rest : never
): Promise<Account> {
  return accept(owner, await invite(owner, ...given));
}

/** Makes a person another owner of the installation. */
export async function promote(owner: ApiClient, { person }: Pick<Account, "person">): Promise<void> {
  expect((await owner.patch(`/people/${person.id}`, { role: "owner" })).status).toBe(200);
}

/** A database of the caller with a table. */
export async function aDatabase(api: ApiClient, name = `Database ${randomUUID()}`) {
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "Amount", type: "number" },
  ];
  const { status, body } = await api.post("/bases", { name, tables: [{ name: "Things", fields }] });
  expect(status, JSON.stringify(body)).toBe(201);
  const place = `/bases/${body.id}` as const;
  return {
    id: body.id as string,
    name,
    place,
    table: body.tables[0],
    records: `${place}/tables/Things/records`,
  };
}

/** The status of a call once it is the expected one; what was revoked must end within a second. */
export async function expectWithinASecond(call: () => Promise<{ status: number }>, expected: number) {
  await expect.poll(async () => (await call()).status, { intervals: [100] }).toBe(expected);
}
