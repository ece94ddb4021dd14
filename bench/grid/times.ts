import { quantile } from "../load";
import { milliseconds } from "../report";

/** The median, 95th percentile and maximum of measured times. */
export function spread(times: readonly number[]): { p50: number; p95: number; worst: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), worst: sorted.at(-1) ?? 0 };
}

export function inWords(times: readonly number[]): string {
  const { p50, worst } = spread(times);
  return `${milliseconds(p50)}, at worst ${milliseconds(worst)}`;
}

/** Repeats an async function a number of times, one after another. */
export async function repeat<Result>(
  times: number,
  act: (time: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time++) results.push(await act(time));
  return results;
}
