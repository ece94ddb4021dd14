import { expect, test } from "vitest";
import { maxAttempts, nextAttempt } from "./retry-times";

const now = new Date("2026-03-01T12:00:00Z");

function seconds(attempts: number, random = 0.5, retryAt: Date | null = null): number | undefined {
  const next = nextAttempt({ attempts, now, retryAt, random });
  return next && (next.getTime() - now.getTime()) / 1_000;
}

test("an event is tried for three days, with growing delays", () => {
  const delays = Array.from({ length: maxAttempts }, (_, index) => seconds(index + 1));
  const hour = 3_600;
  expect(delays).toEqual([
    ...[5, 30, 60, 300, 1_800],
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    undefined,
  ]);
});

test("delays differ by up to a tenth", () => {
  expect([0, 1].map((random) => seconds(3, random))).toEqual([54, 66]);
});

test("the receiver may name a later time, but neither an earlier one nor more attempts", () => {
  const retryAt = new Date(now.getTime() + 7_000);
  expect([1, 2, maxAttempts].map((attempts) => seconds(attempts, 0.5, retryAt))).toEqual([7, 30, undefined]);
});
