import { isDeepStrictEqual } from "node:util";
import { expect } from "playwright/test";

/** Does something so many times over, some of them at once: each lane does its share one after the other. */
export async function inLanes(
  { count, lanes }: { count: number; lanes: number },
  work: (lane: number, rounds: number) => Promise<void>,
): Promise<void> {
  const share = Math.ceil(count / lanes);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane, share)));
}

/** `expect`, for what is compared too often for Playwright to keep a note of each time. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** The same for what may come to several things. */
export function expectOneOf(actual: unknown, possible: readonly unknown[]): void {
  if (!possible.some((each) => isDeepStrictEqual(actual, each))) expect(possible).toContainEqual(actual);
}
