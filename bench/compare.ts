import { type Load, measure, type Result } from "./load";

/** A server to be measured. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
}

/** Rounds of each; the one in the middle counts. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = 5;

/** Gets everything going before it is measured. */
export async function warmUp(subjects: readonly Subject[], load: Omit<Load, "origin" | "seconds">) {
  for (const { origin } of subjects) await measure({ ...load, origin, seconds: 3 });
}

/** Takes turns, so that whatever else the machine does is spread over all. */
export async function compare(
  subjects: readonly Subject[],
  load: Omit<Load, "origin" | "seconds">,
): Promise<{ name: string; result: Result }[]> {
  const results = subjects.map(({ name }) => ({ name, all: [] as Result[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { origin }] of subjects.entries()) {
      results[index]?.all.push(await measure({ ...load, origin, seconds }));
    }
  }
  return results.map(({ name, all }) => ({ name, result: middle(all, (result) => result.perSecond) }));
}

/** Runs each `rounds` times, by turns; gives what each took in its middle round. */
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
  if (found === undefined) throw new Error("there is nothing in the middle of nothing");
  return found;
}
