import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { asCaller, eachInTurns, takeTurn } from "./turns";

function compute(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test("many computing calls delay others by at most one turn", async () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  const done: number[] = [];
  let isOver = false;
  const work = Promise.all(
    items.slice(0, 8).map(() =>
      eachInTurns(items, (item) => {
        compute(0.5);
        done.push(item);
      }),
    ),
  ).then(() => {
    isOver = true;
  });
  let served = 0;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    served++;
  }
  await work;
  expect(done.length).toBe(1_600);
  // 800 ms in turns of 3 ms: others ran at least that often in between, not once for all eight.
  expect(served).toBeGreaterThan(50);
});

test("a short computation takes no turn", async () => {
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  await eachInTurns([1, 2, 3], () => {});
  expect(isServed).toBe(false);
});

test("a failed turn affects no others", async () => {
  const fails = eachInTurns([1, 2, 3], (item) => {
    compute(10);
    if (item === 3) throw new Error("no");
  });
  const goesOn = takeTurn().then(() => "done");
  await expect(fails).rejects.toThrow("no");
  expect(await goesOn).toBe("done");
});

test.each([
  ["during a call of others", [200]],
  ["between calls of others", [1, 40, 1, 40, 1, 40, 1, 40, 1]],
])("leaves half of the time %s", async (_, times) => {
  let computed = 0;
  const long = asCaller("one", () =>
    eachInTurns(Array(100).fill(2), (milliseconds: number) => {
      const start = performance.now();
      compute(milliseconds);
      computed += performance.now() - start;
    }),
  );
  const start = performance.now();
  for (const [at, time] of times.entries()) {
    if (at % 2 === 0) await asCaller("other", () => delay(time));
    else await delay(time);
  }
  // Measured, as a busy machine stretches both. Continuous turns would compute all the time.
  const share = computed / (performance.now() - start);
  expect(share).toBeLessThan(0.75);
  await long;
});
