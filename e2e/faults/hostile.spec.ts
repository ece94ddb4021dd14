/**
 * A hostile caller, with a key for one database or none, and another caller in another database. In `npm run faults`
 * the latter's p99 may at most triple.
 */
import { setMaxListeners } from "node:events";
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { mintKey } from "../../lib/contract/ids";
import { type OwnServer, startOwnServer } from "../api/own-server";
import { isFull, rounds, timeFor } from "../rounds";
import { attacks, type Ground } from "./attacks";
import { Caller } from "./caller";
import { startVictim, type VictimThread } from "./start-victim";
import { floor, percentile, type Work } from "./victim";

test.describe.configure({ mode: "default" });

/** Allowed factor of the p99 without the attack. */
const factor = 3;
/** Duration of each measurement, in ms. */
const quietWindow = isFull ? 3_000 : 100;
const attackWindow = isFull ? 5_000 : 300;

let server: OwnServer;
let ground: Ground;
let victim: VictimThread;

test.beforeAll(async () => {
  const owner = mintKey();
  server = await startOwnServer({ RATE_LIMIT: "100", ROWHOUSE_API_KEY: owner, LOG_LEVEL: "silent" });
  const origin = server.api.origin.replace("localhost", "127.0.0.1");
  const master = new Caller(origin, owner);
  const keyFor = async (databaseId: string) => {
    const given = { name: "Of one database", scopes: ["read", "write", "schema"], databases: [databaseId] };
    return (await master.json<{ key: string }>("/keys", "POST", given)).key;
  };
  const make = (name: string, tables: object[]) =>
    master.json<{ id: string; tables: { id: string }[] }>("/bases", "POST", { name, tables });
  const ours = await make("Ours", [{ name: "Work", fields: [{ name: "Name", type: "single_line_text" }] }]);
  const theirs = await make("Theirs", []);
  const records = `/bases/${ours.id}/tables/${ours.tables[0]?.id}/records`;
  victim = await startVictim({ origin, key: await keyFor(ours.id), records });
  if (isFull) lowerPriority();
  const attacker = new Caller(origin, await keyFor(theirs.id));
  const nobody = new Caller(origin, null);
  ground = { attacker, nobody, databaseId: theirs.id, isFull };
});
test.afterAll(async () => {
  await victim?.stop();
  await server?.stop();
});

for (const { title, answers, prepare } of attacks) {
  test(`other callers keep working under ${title}`, async () => {
    test.setTimeout(timeFor(rounds.attackWindows, 60));
    const { lanes, hit } = await prepare(ground);
    const told = new Map<number, number>();
    const quiet: Work[] = [];
    const attacked: Work[] = [];
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
    const [before, under] = [medianOf(quiet), medianOf(attacked)];
    const ratio = (under / before).toFixed(1);
    const count = [...told].map(([status, times]) => `${times} × ${status}`).join(", ");
    console.log(
      `${title}: p99 ${before.toFixed(0)} → ${under.toFixed(0)} ms (× ${ratio}); ${count || "none done"}`,
    );
    expect(server.child.exitCode).toBeNull();
    expect([...told.keys()].filter((status) => ![...answers, 429, 503].includes(status))).toEqual([]);
    // A 503 in a few short measurements on a busy machine proves nothing.
    const failures = [...quiet, ...attacked]
      .flatMap((work) => work.failures)
      .filter((status) => isFull || status !== 503);
    expect(failures).toEqual([]);
    if (isFull) expect(under).toBeLessThanOrEqual(Math.max(floor, factor * before));
  });
}

/**
 * Lowers the priority of this thread, which attacks, because an attacker would not use the processors of the server. On
 * Linux, a priority belongs to a thread, so the victim keeps its own.
 */
function lowerPriority(): void {
  setPriority(attackerNiceness);
}
const attackerNiceness = 10;

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

function medianOf(work: readonly Work[]): number {
  return percentile(
    work.map(({ p99 }) => p99),
    0.5,
  );
}
