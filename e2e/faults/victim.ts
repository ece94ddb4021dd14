import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "./caller";

/** In ms; faster responses are within the machine's noise. */
export const floor = 50;

/** Calls of a victim during one measurement. */
export interface Work {
  /** In ms. */
  readonly p99: number;
  /** The statuses other than 200. */
  readonly failures: readonly number[];
}

/** A caller who edits and lists a small table, forty times a second. */
export class Victim {
  readonly #ids: string[] = [];

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

  async work(milliseconds: number): Promise<Work> {
    const times: number[] = [];
    const failures: number[] = [];
    const end = performance.now() + milliseconds;
    const lanes = [0, 1].map(async (lane) => {
      for (let turn = lane; performance.now() < end; turn += 2) {
        const begun = performance.now();
        const status = await this.#call(turn);
        times.push(performance.now() - begun);
        if (status !== 200) failures.push(status);
        await delay(40);
      }
    });
    await Promise.all(lanes);
    return { p99: percentile(times, 0.99), failures };
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

  async #call(turn: number): Promise<number> {
    const id = this.#ids[turn % this.#ids.length];
    const body = JSON.stringify(turn % 4 < 2 ? { record: { Name: `Name ${turn}` } } : { limit: 100 });
    const [path, method] = turn % 4 < 2 ? [`/${id}`, "PATCH"] : ["/list", "POST"];
    return (await this.caller.send(`${this.records}${path}`, { method, body })).status;
  }
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.POSITIVE_INFINITY;
}
