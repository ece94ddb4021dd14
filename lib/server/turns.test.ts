import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { asCall, eachInTurns, takeTurn } from "./turns";

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

test("all computations of a call count towards its turn", async () => {
  let isServed = false;
  await asCall({}, async () => {
    setImmediate(() => {
      isServed = true;
    });
    for (let at = 0; at < 10; at++) await eachInTurns([1], compute);
  });
  expect(isServed).toBe(true);
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

test("turns wait for short calls", async () => {
  const { isBusy, end } = computing();
  const start = performance.now();
  // Waits for the event loop several times, as for a database.
  const calls = Array.from({ length: 20 }, () =>
    asCall({}, async () => {
      for (let at = 0; at < 5; at++) await delay(1);
    }),
  );
  await Promise.all(calls);
  const time = performance.now() - start;
  expect(isBusy()).toBe(true);
  const computed = end();
  // Without waiting, each of the five pauses is as long as a turn.
  expect(computed / time).toBeLessThan(0.6);
});

test("turns do not wait for long calls, nor for those that have taken a turn", async () => {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const others = [
    asCall({}, () => isOver),
    asCall({}, async () => {
      await takeTurn();
      await isOver;
    }),
  ];
  await delay(80);
  const start = performance.now();
  let computed = 0;
  await eachInTurns(Array(50).fill(2), (milliseconds: number) => {
    const begun = performance.now();
    compute(milliseconds);
    computed += performance.now() - begun;
  });
  expect(computed / (performance.now() - start)).toBeGreaterThan(0.5);
  end();
  await Promise.all(others);
});

test("a steady flow of short calls leaves time to turns", async () => {
  const { end } = computing();
  const start = performance.now();
  while (performance.now() - start < 500)
    await Promise.all([asCall({}, () => delay(20)), asCall({}, () => delay(10))]);
  const share = end() / (performance.now() - start);
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.5);
});

/** Computes in turns until `end`, which returns the time in ms that it has computed. */
function computing() {
  let computed = 0;
  let isEnded = false;
  function* work() {
    while (!isEnded) yield 1;
  }
  void asCall({}, async () => {
    await takeTurn();
    await eachInTurns(work(), (milliseconds) => {
      const start = performance.now();
      compute(milliseconds);
      computed += performance.now() - start;
    });
  });
  return {
    isBusy: () => !isEnded,
    end() {
      isEnded = true;
      return computed;
    },
  };
}
