import { expect, test } from "vitest";
import { shareLater } from "./share-later";

test("callers during a run share the next one", async () => {
  const rounds: PromiseWithResolve[] = [];
  const work = () => {
    const round = withResolve();
    rounds.push(round);
    return round.promise;
  };
  const first = shareLater("count", work);
  const [second, third] = [shareLater("count", work), shareLater("count", work)];
  const other = shareLater("another count", async () => 9);
  expect(rounds).toHaveLength(1);
  rounds[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(await other).toBe(9);
  await new Promise(setImmediate);
  expect(rounds).toHaveLength(2);
  rounds[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await new Promise(setImmediate);
  void shareLater("count", work);
  expect(rounds).toHaveLength(3);
});

test("a failed run fails only for those who share it", async () => {
  const failing = shareLater("failing", () => Promise.reject(new Error("away")));
  const after = shareLater("failing", async () => 5);
  await expect(failing).rejects.toThrow("away");
  expect(await after).toBe(5);
});

interface PromiseWithResolve {
  readonly promise: Promise<number>;
  readonly resolve: (value: number) => void;
}

function withResolve(): PromiseWithResolve {
  let resolve: PromiseWithResolve["resolve"] = () => {};
  const promise = new Promise<number>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
