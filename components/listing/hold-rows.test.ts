import { expect, it } from "vitest";
import { holdRows, whenAllMayMove, whenRowsMayMove } from "./hold-rows";

/** Returns the names of the settled promises, after all that can settle have done so. */
function watch(promises: { [name: string]: Promise<void> }) {
  const settled: string[] = [];
  for (const [name, promise] of Object.entries(promises)) void promise.then(() => settled.push(name));
  return async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return settled;
  };
}

it("lets rows move when nobody holds them", async () => {
  await whenRowsMayMove("t");
  await whenAllMayMove();
});

it("lets rows move once the last of several holders releases them", async () => {
  const first = holdRows("t");
  const early = whenRowsMayMove("t");
  const second = holdRows("t");
  const settled = watch({ early, late: whenRowsMayMove("t"), all: whenAllMayMove() });
  first();
  expect(await settled()).toEqual([]);
  second();
  expect((await settled()).toSorted()).toEqual(["all", "early", "late"]);
});

it("keeps waiting when rows are held again at once", async () => {
  const first = holdRows("t");
  const settled = watch({ one: whenRowsMayMove("t") });
  first();
  const second = holdRows("t");
  expect(await settled()).toEqual([]);
  second();
  expect(await settled()).toEqual(["one"]);
});

it("holds each table separately", async () => {
  const one = holdRows("t");
  const other = holdRows("u");
  const settled = watch({ t: whenRowsMayMove("t"), u: whenRowsMayMove("u"), all: whenAllMayMove() });
  one();
  expect(await settled()).toEqual(["t"]);
  other();
  expect((await settled()).toSorted()).toEqual(["all", "t", "u"]);
});
