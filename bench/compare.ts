import { type Load, measure, type Result } from "./load";

/** A server to measure. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
  /** The key to call it with, if it is not that of the load. */
  readonly key?: string;
  /** Its CPU time in ms. */
  processorTime(): Promise<number>;
}

/** The median round of a server, with its CPU time per request in ms. */
export type Outcome = Result & { readonly name: string; readonly processor: number };

/** Rounds per server; the median counts. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = 4;

/** Warms up the servers before measuring. */
export async function warmUp(subjects: readonly Subject[], load: Omit<Load, "origin" | "seconds">) {
  for (const { origin, key = load.key } of subjects) await measure({ ...load, key, origin, seconds: 3 });
}

/** Measures the servers in turns, so that other load on the machine affects all alike. */
export async function compare(
  subjects: readonly Subject[],
  load: Omit<Load, "origin" | "seconds">,
): Promise<Outcome[]> {
  const outcomes = subjects.map(() => [] as Outcome[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      outcomes[index]?.push(await measureSubject(subject, load));
    }
  }
  return outcomes.map((all) => middle(all, ({ perSecond }) => perSecond));
}

async function measureSubject(
  { name, origin, key, processorTime }: Subject,
  load: Omit<Load, "origin" | "seconds">,
): Promise<Outcome> {
  const before = await processorTime();
  const result = await measure({ ...load, ...(key && { key }), origin, seconds });
  return { ...result, name, processor: ((await processorTime()) - before) / result.requests };
}

/** Runs each `rounds` times, in turns. Returns the median of each. */
export async function takeTurns(works: readonly (() => Promise<number>)[]): Promise<number[]> {
  const taken = works.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) taken[index]?.push(await work());
  }
  return taken.map((each) => middle(each, (milliseconds) => milliseconds));
}

export function middle<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const sorted = items.toSorted((a, b) => by(a) - by(b));
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error("An empty list has no median");
  return found;
}
