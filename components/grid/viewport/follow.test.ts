import { expect, it } from "vitest";
import { createFollower, pace, patience } from "./follow";

/** A world of numbered places, where nothing is loaded until it is requested. */
function makeWorld() {
  const loaded = new Set<number>([0]);
  const shown: number[] = [];
  const asked: number[] = [];
  const due: { act: () => void; at: number }[] = [];
  let isAsking = false;
  let now = 0;
  const follower = createFollower<number>({
    isLoaded: (place) => loaded.has(place),
    ask(place) {
      asked.push(place);
      isAsking = true;
    },
    isAsking: () => isAsking,
    show: (place) => shown.push(place),
    now: () => now,
    later: (act, milliseconds) => due.push({ act, at: now + milliseconds }),
  });
  return {
    follower,
    shown,
    asked,
    /** The last requested place has arrived. */
    come(place = asked.at(-1) ?? 0) {
      loaded.add(place);
      isAsking = false;
      follower.arrived();
    },
    fail() {
      isAsking = false;
      follower.arrived();
    },
    pass(milliseconds: number) {
      now += milliseconds;
      for (const each of due.splice(0)) {
        if (each.at <= now) each.act();
        else due.push(each);
      }
    },
  };
}

it("shows loaded rows at once", () => {
  const { follower, shown, asked } = makeWorld();
  follower.moved(0);
  expect(shown).toEqual([0]);
  expect(asked).toEqual([]);
});

it("keeps the previous rows for a moment while others load, then shows those", () => {
  const { follower, shown, asked, come, pass } = makeWorld();
  follower.moved(0);
  follower.moved(7);
  pass(patience / 2);
  expect(shown).toEqual([0]);
  expect(asked).toEqual([7]);
  come();
  expect(shown).toEqual([0, 7]);
});

it("shows placeholders when loading takes longer, and all later places at once", () => {
  const { follower, shown, come, pass } = makeWorld();
  follower.moved(0);
  follower.moved(7);
  pass(patience);
  expect(shown).toEqual([0, 7]);
  follower.moved(8);
  expect(shown).toEqual([0, 7, 8]);
  come(8);
  expect(shown).toEqual([0, 7, 8, 8]);
});

it("requests one passed place at a time, the latest", () => {
  const { follower, asked, come, pass } = makeWorld();
  for (const place of [1, 2, 3]) follower.moved(place);
  pass(pace);
  expect(asked).toEqual([1]);
  come();
  expect(asked).toEqual([1, 3]);
  follower.moved(4);
  pass(10 * patience);
  expect(asked).toEqual([1, 3]);
});

it("leaves some time between two requests", () => {
  const { follower, shown, asked, come, pass } = makeWorld();
  follower.moved(1);
  follower.moved(2);
  pass(pace / 2);
  come();
  expect(shown).toEqual([1]);
  follower.moved(3);
  expect(asked).toEqual([1]);
  pass(pace / 2);
  expect(asked).toEqual([1, 3]);
});

it("shows whichever requested place arrives", () => {
  const { follower, shown, come, pass } = makeWorld();
  follower.moved(0);
  for (const place of [1, 2, 3]) follower.stopped(place);
  pass(patience);
  come(2);
  expect(shown).toEqual([0, 3, 2]);
  come(1);
  expect(shown).toEqual([0, 3, 2]);
  come(3);
  expect(shown).toEqual([0, 3, 2, 3]);
});

it("requests the place where scrolling stops at once", () => {
  const { follower, shown, asked, come } = makeWorld();
  follower.moved(1);
  follower.moved(2);
  follower.stopped(3);
  expect(asked).toEqual([1, 3]);
  come();
  expect(shown).toEqual([3]);
});

it("shows a passed place however long its request takes", () => {
  const { follower, shown, asked, come, pass } = makeWorld();
  follower.moved(0);
  for (let place = 1; place <= 12; place++) {
    follower.moved(place);
    pass(patience);
    if (place % 4 === 0) come();
  }
  expect(asked).toEqual([1, 4, 8, 12]);
  for (const place of [1, 4, 8]) expect(shown).toContain(place);
});

it("shows passed places slightly late, as long as responses arrive", () => {
  const { follower, shown, asked, come, pass } = makeWorld();
  follower.moved(0);
  for (let place = 1; place <= 12; place++) {
    follower.moved(place);
    pass(patience / 6);
    if (place % 4 === 0) come();
  }
  come();
  expect(asked).toEqual([1, 4, 8, 12]);
  expect(shown).toEqual([0, 1, 4, 8, 12]);
});

it("requests a failed place again", () => {
  const { follower, asked, fail, pass } = makeWorld();
  follower.moved(7);
  fail();
  pass(pace);
  expect(asked).toEqual([7, 7]);
});
