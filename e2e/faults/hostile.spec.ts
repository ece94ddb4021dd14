/**
 * A hostile caller, with a key for one database or none, and another caller in another database. In `npm run faults`
 * the latter's p99 may at most triple.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { mintKey } from "../../lib/contract/ids";
import { type OwnServer, startOwnServer } from "../api/own-server";
import { isFull, rounds, timeFor } from "../rounds";
import { attacks, type Ground } from "./attacks";
import { Caller } from "./caller";

test.describe.configure({ mode: "default" });

/** Allowed factor of the p99 without the attack. */
const factor = 3;
/** In ms; faster responses are within the machine's noise. */
const floor = 50;
/** Duration of each measurement, in ms. */
const quietWindow = isFull ? 3_000 : 100;
const attackWindow = isFull ? 5_000 : 300;

let server: OwnServer;
let ground: Ground;
let victim: Victim;

test.beforeAll(async () => {
  const owner = mintKey();
  server = await startOwnServer({ RATE_LIMIT: "100", ROWHOUSE_API_KEY: owner, LOG_LEVEL: "silent" });
  const origin = server.api.origin.replace("localhost", "127.0.0.1");
  const master = new Caller(origin, owner);
  const keyFor = async (databaseId: string) => {
    const given = { name: "Of one database", scopes: ["read", "write", "schema"], databases: [databaseId] };
    const { key } = await master.json<{ key: string }>("/keys", "POST", given);
    return new Caller(origin, key);
  };
  const make = (name: string, tables: object[]) =>
    master.json<{ id: string; tables: { id: string }[] }>("/bases", "POST", { name, tables });
  const ours = await make("Ours", [{ name: "Work", fields: [{ name: "Name", type: "single_line_text" }] }]);
  const theirs = await make("Theirs", []);
  victim = new Victim(await keyFor(ours.id), `/bases/${ours.id}/tables/${ours.tables[0]?.id}/records`);
  await victim.prepare();
  const [attacker, nobody] = [await keyFor(theirs.id), new Caller(origin, null)];
  ground = { attacker, nobody, databaseId: theirs.id, isFull };
});
test.afterAll(() => server?.stop());

for (const { title, answers, prepare } of attacks) {
  test(`other callers keep working under ${title}`, async () => {
    test.setTimeout(timeFor(rounds.attackWindows, 60));
    const { lanes, hit } = await prepare(ground);
    const told = new Map<number, number>();
    const quiet: number[] = [];
    const attacked: number[] = [];
    for (let round = 0; round < rounds.attackWindows; round++) {
      quiet.push(await victim.work(quietWindow));
      const over = new AbortController();
      setMaxListeners(0, over.signal);
      const striking = Promise.all(Array.from({ length: lanes }, () => strike(hit, over.signal, told)));
      await delay(isFull ? 500 : 100);
      attacked.push(await victim.work(attackWindow));
      over.abort();
      await striking;
      await victim.untilQuiet();
    }
    const [before, under] = [median(quiet), median(attacked)];
    const ratio = (under / before).toFixed(1);
    const count = [...told].map(([status, times]) => `${times} × ${status}`).join(", ");
    console.log(
      `${title}: p99 ${before.toFixed(0)} → ${under.toFixed(0)} ms (× ${ratio}); ${count || "none done"}`,
    );
    expect(server.child.exitCode).toBeNull();
    expect([...told.keys()].filter((status) => ![...answers, 429, 503].includes(status))).toEqual([]);
    // A 503 in a few short measurements on a busy machine proves nothing.
    const failures = victim.takeFailures().filter((status) => isFull || status !== 503);
    expect(failures).toEqual([]);
    if (isFull) expect(under).toBeLessThanOrEqual(Math.max(floor, factor * before));
  });
}

/** Attacks repeatedly; ignores the call aborted at the end. */
async function strike(
  hit: (signal: AbortSignal) => Promise<number>,
  signal: AbortSignal,
  told: Map<number, number>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const status = await hit(signal);
      if (signal.aborted) return;
      told.set(status, (told.get(status) ?? 0) + 1);
      if (status === 429 || status === 503) await delay(50);
    } catch {
      if (!signal.aborted) await delay(50);
    }
  }
}

/** A caller who edits and lists a small table, forty times a second. */
class Victim {
  readonly #ids: string[] = [];
  readonly #failures: number[] = [];

  constructor(
    private readonly caller: Caller,
    private readonly records: string,
  ) {}

  async prepare(): Promise<void> {
    const records = Array.from({ length: 200 }, (_, at) => ({ Name: `Record ${at}` }));
    const made = await this.caller.json<{ records: { id: string }[] }>(`${this.records}/bulk`, "POST", {
      records,
    });
    this.#ids.push(...made.records.map(({ id }) => id));
    await this.work(1_000);
  }

  /** Works for this time. Resolves to the p99 of its calls. */
  async work(milliseconds: number): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + milliseconds;
    const lanes = [0, 1].map(async (lane) => {
      for (let turn = lane; performance.now() < end; turn += 2) {
        const begun = performance.now();
        const status = await this.#call(turn);
        times.push(performance.now() - begun);
        if (status !== 200) this.#failures.push(status);
        await delay(40);
      }
    });
    await Promise.all(lanes);
    return percentile(times, 0.99);
  }

  /** Waits until the rest of an attack is done. */
  async untilQuiet(): Promise<void> {
    const end = performance.now() + 30_000;
    for (let fast = 0; fast < 5 && performance.now() < end; ) {
      const begun = performance.now();
      await this.#call(0);
      fast = performance.now() - begun < floor ? fast + 1 : 0;
      await delay(50);
    }
  }

  takeFailures(): number[] {
    return this.#failures.splice(0);
  }

  async #call(turn: number): Promise<number> {
    const id = this.#ids[turn % this.#ids.length];
    const body = JSON.stringify(turn % 4 < 2 ? { record: { Name: `Name ${turn}` } } : { limit: 100 });
    const [path, method] = turn % 4 < 2 ? [`/${id}`, "PATCH"] : ["/list", "POST"];
    return (await this.caller.send(`${this.records}${path}`, { method, body })).status;
  }
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.POSITIVE_INFINITY;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
