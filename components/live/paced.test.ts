import { describe, expect, it } from "vitest";
import { paced } from "./paced";

/** Calls that the test completes, and a clock that it controls. */
function makeWorld() {
  const started: { key: string; done: () => void }[] = [];
  const waiting: { act: () => void; at: number }[] = [];
  let now = 0;
  const ask = paced((key) => new Promise<void>((done) => started.push({ key, done })), {
    now: () => now,
    later: (act, milliseconds) => waiting.push({ act, at: now + milliseconds }),
  });
  async function turnTo(time: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    now = time;
    const all = waiting.splice(0);
    waiting.push(...all.filter(({ at }) => at > now));
    for (const { act, at } of all) if (at <= now) act();
  }
  return { ask, started, keys: () => started.map(({ key }) => key), turnTo };
}

describe("paced", () => {
  it("runs at once, then at most once a second", async () => {
    const { ask, started, keys, turnTo } = makeWorld();
    ask("a");
    expect(keys()).toEqual(["a"]);
    started[0]?.done();
    ask("a");
    ask("a");
    await turnTo(900);
    expect(keys()).toEqual(["a"]);
    await turnTo(1_000);
    expect(keys()).toEqual(["a", "a"]);
    started[1]?.done();
    await turnTo(2_000);
    await turnTo(5_000);
    expect(keys()).toEqual(["a", "a"]);
    ask("a");
    expect(keys()).toHaveLength(3);
  });

  it("does not start again while running", async () => {
    const { ask, started, keys, turnTo } = makeWorld();
    ask("a");
    await turnTo(3_000);
    ask("a");
    await turnTo(4_000);
    expect(keys()).toEqual(["a"]);
    started[0]?.done();
    await turnTo(4_000);
    expect(keys()).toEqual(["a", "a"]);
  });

  it("throttles each key separately", () => {
    const { ask, keys } = makeWorld();
    ask("a");
    ask("b");
    expect(keys()).toEqual(["a", "b"]);
  });
});
