import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { ConnectionShares } from "./connection-shares";
import { within } from "./context";

/** Runs queries of one caller concurrently and returns how many ran at the start of each. */
function run(shares: ConnectionShares, caller: string, milliseconds: readonly number[]): Promise<number[]> {
  let running = 0;
  return Promise.all(
    milliseconds.map((length) =>
      within({ holder: caller }, () =>
        shares.within(async () => {
          const atOnce = ++running;
          await delay(length);
          running--;
          return atOnce;
        }),
      ),
    ),
  );
}

test("a caller is limited to its share of the connections", async () => {
  const shares = new ConnectionShares(5);
  const [one, other] = await Promise.all([
    run(shares, "one", Array(12).fill(20)),
    run(shares, "other", Array(12).fill(20)),
  ]);
  expect(Math.max(...one)).toBe(5);
  expect(Math.max(...other)).toBe(5);
});

test("the share shrinks with long queries and grows back with short ones", async () => {
  const shares = new ConnectionShares(5);
  const long = await run(shares, "one", Array(11).fill(150));
  expect(long.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(Math.max(...long.slice(5))).toBe(2);
  const held = run(shares, "one", [600]);
  await run(shares, "one", [150, 150, 150]);
  const short = await run(shares, "one", Array(20).fill(10));
  expect(short.slice(0, 1)).toEqual([1]);
  expect(Math.max(...short)).toBeGreaterThan(2);
  await held;
});
