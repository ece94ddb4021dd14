import { part } from "../load";
import { milliseconds } from "../report";

/** How measured times are spread: the middle one, what most stay below, and the worst. */
export function spread(times: readonly number[]): { p50: number; p95: number; worst: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: part(sorted, 0.5), p95: part(sorted, 0.95), worst: sorted.at(-1) ?? 0 };
}

export function inWords(times: readonly number[]): string {
  const { p50, worst } = spread(times);
  return `${milliseconds(p50)}, at worst ${milliseconds(worst)}`;
}

/** Does the same so many times, one after another. */
export async function repeat<Result>(
  times: number,
  act: (time: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time++) results.push(await act(time));
  return results;
}
