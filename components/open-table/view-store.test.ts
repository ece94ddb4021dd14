import { expect, test } from "vitest";
import type { ViewSettings } from "@/lib/contract/view-settings";
import type { ViewConfigUpdate } from "@/lib/contract/views";
import { createViewStore } from "./view-store";

test("changes within the pause are one PATCH, shown at once", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ rowHeight: 56 });
  store.change({ hiddenFieldIds: ["a"] });
  store.change({ rowHeight: 88 });
  expect(store.unsaved()).toEqual({ rowHeight: 88, hiddenFieldIds: ["a"] });
  expect(world.sent).toEqual([]);
  world.pause();
  expect(world.sent).toEqual([{ rowHeight: 88, hiddenFieldIds: ["a"] }]);
  expect(store.unsaved()).toEqual({ rowHeight: 88, hiddenFieldIds: ["a"] });
  await world.answer();
  expect(store.unsaved()).toEqual({});
});

test("a change made meanwhile follows the PATCH under way and overrides it", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ rowHeight: 56, frozenFieldCount: 2 });
  world.pause();
  store.change({ rowHeight: 24 });
  world.pause();
  expect(world.sent).toHaveLength(1);
  expect(store.unsaved()).toEqual({ rowHeight: 24, frozenFieldCount: 2 });
  await world.answer();
  expect(world.sent).toEqual([{ rowHeight: 56, frozenFieldCount: 2 }, { rowHeight: 24 }]);
  expect(store.unsaved()).toEqual({ rowHeight: 24 });
});

test("a change is based on what was saved or sent before it", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ rowHeight: 56 }, { rowHeight: 32, frozenFieldCount: 1 });
  store.change({ rowHeight: 60, frozenFieldCount: 0 }, { rowHeight: 40, frozenFieldCount: 1 });
  world.pause();
  store.change({ rowHeight: 24 }, { rowHeight: 40 });
  await world.fail(new Error("passing"));
  world.retry();
  store.change({ rowHeight: 20 }, { rowHeight: 40 });
  world.pause();
  await world.answer();
  expect(world.sent).toEqual([
    { rowHeight: 60, frozenFieldCount: 0 },
    { rowHeight: 24, frozenFieldCount: 0 },
    { rowHeight: 20 },
  ]);
  expect(world.bases).toEqual([
    { rowHeight: 32, frozenFieldCount: 1 },
    { rowHeight: 32, frozenFieldCount: 1 },
    { rowHeight: 24 },
  ]);
});

test("whenSaved skips the pause and includes changes made meanwhile", async () => {
  const world = makeWorld();
  const { store } = world;
  await store.whenSaved();
  store.change({ rowHeight: 56 });
  let isSaved = false;
  void store.whenSaved().then(() => {
    isSaved = true;
  });
  expect(world.sent).toEqual([{ rowHeight: 56 }]);
  store.change({ rowHeight: 24 });
  await world.answer();
  expect(isSaved).toBe(false);
  await world.answer();
  expect(isSaved).toBe(true);
  expect(store.unsaved()).toEqual({});
});

test("a refusal rolls back the change with a reason, and sends later ones", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ sorts: [{ fieldId: "tags", direction: "asc" }] });
  world.pause();
  store.change({ rowHeight: 24 });
  world.pause();
  await world.fail(new Error("lists have no order"));
  expect(world.refusals).toEqual(["lists have no order"]);
  expect(store.unsaved()).toEqual({ rowHeight: 24 });
  expect(world.sent.at(-1)).toEqual({ rowHeight: 24 });
});

test("while the server is unreachable the change stays, and is sent again", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ rowHeight: 24 });
  world.pause();
  expect(store.isHeldUp()).toBe(false);
  await world.fail(new Error("passing"));
  expect(store.unsaved()).toEqual({ rowHeight: 24 });
  expect(store.isHeldUp()).toBe(true);
  store.change({ frozenFieldCount: 0 });
  world.retry();
  expect(world.sent.at(-1)).toEqual({ rowHeight: 24, frozenFieldCount: 0 });
  expect(world.attempts).toEqual([1]);
  expect(world.refusals).toEqual([]);
  await world.answer();
  expect(store.isHeldUp()).toBe(false);
});

test("nothing is sent if nothing waits", async () => {
  const world = makeWorld();
  const { store } = world;
  store.leave();
  store.change({ rowHeight: 24 });
  world.pause();
  world.pause();
  await world.answer();
  store.leave();
  expect(world.sent).toEqual([{ rowHeight: 24 }]);
});

test("leaving the page sends everything unsaved once more, with keepalive", async () => {
  const world = makeWorld();
  const { store } = world;
  store.change({ sorts: [], rowHeight: 56 });
  world.pause();
  store.change({ rowHeight: 24 });
  store.leave();
  expect(world.sent.slice(1)).toEqual([{ sorts: [], rowHeight: 24 }]);
  expect(world.outliving).toEqual([{ sorts: [], rowHeight: 24 }]);
});

test("personal settings are shown and kept, and never sent", () => {
  const world = makeWorld();
  const { store } = world;
  store.show({ rowHeight: 56 });
  expect([store.own(), world.kept]).toEqual([{ rowHeight: 56 }, []]);
  store.keep({ rowHeight: 24 });
  expect(store.own()).toEqual({ rowHeight: 24 });
  store.keep({});
  world.pause();
  store.leave();
  expect(world.kept).toEqual([{ rowHeight: 24 }, {}]);
  expect([store.own(), store.unsaved(), world.sent]).toEqual([{}, {}, []]);
});

test("saving personal settings with the view sends one PATCH and clears them", async () => {
  const world = makeWorld();
  const { store } = world;
  store.show({ rowHeight: 56, hiddenFieldIds: ["a"] });
  store.saveOwn();
  expect([store.own(), store.unsaved()]).toEqual([{}, { rowHeight: 56, hiddenFieldIds: ["a"] }]);
  world.pause();
  await world.answer();
  expect([world.sent, world.kept]).toEqual([[{ rowHeight: 56, hiddenFieldIds: ["a"] }], [{}]]);
});

test("equal unsaved changes are the same object, and listeners are notified of others", () => {
  const world = makeWorld();
  const { store } = world;
  let heard = 0;
  const stop = store.subscribe(() => heard++);
  expect(store.unsaved()).toBe(store.unsaved());
  store.change({ rowHeight: 24 });
  expect(heard).toBe(1);
  expect(store.unsaved()).toBe(store.unsaved());
  stop();
  store.change({ rowHeight: 56 });
  expect(heard).toBe(1);
});

function makeWorld() {
  const sent: ViewConfigUpdate[] = [];
  const bases: ViewConfigUpdate[] = [];
  const outliving: ViewConfigUpdate[] = [];
  const refusals: string[] = [];
  const kept: ViewSettings[] = [];
  const attempts: number[] = [];
  let settle = { resolve: () => {}, reject: (_: Error) => {} };
  let paused = () => {};
  let retry = () => {};
  const store = createViewStore({
    send(change, { isLeft, base }) {
      sent.push(change);
      bases.push(base);
      if (isLeft) outliving.push(change);
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
      });
    },
    onRefused: (reason) => refusals.push(reason),
    keep: (settings) => kept.push(settings),
    isPassing: (error) => (error as Error).message === "passing",
    afterPause(act) {
      paused = act;
      return () => {
        paused = () => {};
      };
    },
    retryLater(attempt, act) {
      attempts.push(attempt);
      retry = act;
    },
  });
  return {
    store,
    sent,
    bases,
    outliving,
    refusals,
    kept,
    attempts,
    pause: () => paused(),
    retry: () => retry(),
    async answer() {
      settle.resolve();
      await settled();
    },
    async fail(error: Error) {
      settle.reject(error);
      await settled();
    },
  };
}

/** Lets pending callbacks of a response run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
