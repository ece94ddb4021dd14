import { isDeepStrictEqual } from "node:util";
import { expect } from "playwright/test";

/** Repeats an action in parallel lanes, each of which does its share one after the other. */
export async function inLanes(
  { count, lanes }: { count: number; lanes: number },
  work: (lane: number, share: number) => Promise<void>,
): Promise<void> {
  const share = Math.ceil(count / lanes);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane, share)));
}

/** Compares without Playwright's step for each `expect`, for very frequent comparisons. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Like `expectSame`, with several possible values. */
export function expectOneOf(actual: unknown, possible: readonly unknown[]): void {
  if (!possible.some((each) => isDeepStrictEqual(actual, each))) expect(possible).toContainEqual(actual);
}
