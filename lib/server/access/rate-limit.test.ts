import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRateLimit } from "./rate-limit";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("a bucket holds its number of tokens and is then empty", () => {
  const { take } = createRateLimit({ tokens: 3, seconds: 1 });
  expect(take("a")).toEqual({ allowed: true, limit: 3, remaining: 2, reset: 1 });
  expect(take("a")).toEqual({ allowed: true, limit: 3, remaining: 1, reset: 1 });
  expect(take("a")).toEqual({ allowed: true, limit: 3, remaining: 0, reset: 1 });
  expect(take("a")).toEqual({ allowed: false, limit: 3, remaining: 0, reset: 1 });
});

test("it refills evenly up to its size", () => {
  const { take } = createRateLimit({ tokens: 10, seconds: 60 });
  for (let count = 0; count < 10; count++) expect(take("a").allowed).toBe(true);
  vi.advanceTimersByTime(5_999);
  expect(take("a")).toEqual({ allowed: false, limit: 10, remaining: 0, reset: 1 });
  vi.advanceTimersByTime(1);
  expect(take("a")).toEqual({ allowed: true, limit: 10, remaining: 0, reset: 6 });
  expect(take("a")).toEqual({ allowed: false, limit: 10, remaining: 0, reset: 6 });
  vi.advanceTimersByTime(86_400_000);
  expect(take("a")).toEqual({ allowed: true, limit: 10, remaining: 9, reset: 6 });
});

test("a refused request takes no token", () => {
  const { take } = createRateLimit({ tokens: 1, seconds: 1 });
  take("a");
  for (let count = 0; count < 100; count++) expect(take("a").allowed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(take("a").allowed).toBe(true);
});

test("at most two buckets pass within any second, and one per second over time", () => {
  const { take } = createRateLimit({ tokens: 5, seconds: 1 });
  const seconds = Array.from({ length: 10 }, () => {
    let allowed = 0;
    for (let step = 0; step < 100; step++) {
      if (take("a").allowed) allowed++;
      vi.advanceTimersByTime(10);
    }
    return allowed;
  });
  expect(seconds[0]).toBeLessThanOrEqual(10);
  for (const allowed of seconds.slice(1)) expect(allowed).toBe(5);
});

test("each name has its own bucket", () => {
  const { take } = createRateLimit({ tokens: 1, seconds: 1 });
  expect(take("a").allowed).toBe(true);
  expect(take("b").allowed).toBe(true);
  expect(take("__proto__").allowed).toBe(true);
  expect(take("a").allowed).toBe(false);
});

test("buckets in use survive many others", () => {
  const { take } = createRateLimit({ tokens: 1, seconds: 60 });
  take("busy");
  for (let count = 0; count < 10_100; count++) take(`name ${count}`);
  expect(take("busy").allowed).toBe(false);
  expect(take("name 10099").allowed).toBe(false);
});
