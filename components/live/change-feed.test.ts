import { describe, expect, it, vi } from "vitest";
import type { ChangeEntry } from "@/lib/contract/changes";
import { createChangeFeed, type Refusal, type Stream } from "./change-feed";

/** A server whose streams the test speaks for, and a clock that it turns. */
function makeWorld(refusal: Refusal = "passing") {
  const streams: { since: string | undefined; stream: Stream; isOpen: boolean }[] = [];
  const waiting: (() => void)[] = [];
  const world = {
    open(since: string | undefined, stream: Stream) {
      const opened = { since, stream, isOpen: true };
      streams.push(opened);
      return () => {
        opened.isOpen = false;
      };
    },
    whyRefused: vi.fn(() => Promise.resolve(refusal)),
    onChanges: vi.fn(),
    onLost: vi.fn(),
    onGone: vi.fn(),
    later: vi.fn((act: () => void, _milliseconds: number) => {
      waiting.push(act);
      return () => {
        waiting.splice(waiting.indexOf(act), 1);
      };
    }),
  };
  const feed = createChangeFeed(world, "0");
  feed.listen();
  const last = () => streams.at(-1) as (typeof streams)[number];
  return { feed, world, streams, last, later: () => waiting.shift()?.() };
}

const entry = { id: "r1" } as ChangeEntry;
const page = (next: string, changes: ChangeEntry[] = [entry]) => ({ next, changes, hasMore: false });
const rest = () => new Promise((resolve) => setTimeout(resolve));

describe("a feed of changes", () => {
  it("begins where the page was read, and tells what comes", () => {
    const { world, streams, last } = makeWorld();
    last().stream.take(page("1", []));
    expect(world.onChanges).not.toHaveBeenCalled();
    last().stream.take(page("2"));
    expect(world.onChanges).toHaveBeenCalledExactlyOnceWith([entry]);
    expect(streams.map(({ since }) => since)).toEqual(["0"]);
  });

  it("lets the connection go, and goes on from where it was", () => {
    const { feed, world, streams, last } = makeWorld();
    feed.listen();
    last().stream.take(page("1"));
    feed.pause();
    expect(last().isOpen).toBe(false);
    last().stream.take(page("2"));
    expect(world.onChanges).toHaveBeenCalledTimes(1);
    feed.listen();
    expect(streams.map(({ since }) => since)).toEqual(["0", "1"]);
    expect(world.onLost).not.toHaveBeenCalled();
  });

  it("begins anew where its place is refused, and says that it has lost track", async () => {
    const { world, streams, last, later } = makeWorld("place");
    last().stream.end();
    await rest();
    later();
    expect(streams.map(({ since }) => since)).toEqual(["0", undefined]);
    expect(world.onLost).not.toHaveBeenCalled();
    last().stream.take(page("9", []));
    expect(world.onLost).toHaveBeenCalledTimes(1);
    last().stream.take(page("10"));
    expect(world.onLost).toHaveBeenCalledTimes(1);
    expect(world.onChanges).toHaveBeenCalledTimes(1);
  });

  it("begins anew where too much has happened to be read", () => {
    const { world, streams, last, later } = makeWorld();
    last().stream.take({ ...page("1"), hasMore: true });
    expect(world.onChanges).not.toHaveBeenCalled();
    later();
    last().stream.take(page("9", []));
    expect(streams.map(({ since, isOpen }) => [since, isOpen])).toEqual([
      ["0", false],
      [undefined, true],
    ]);
    expect(world.onLost).toHaveBeenCalledTimes(1);
  });

  it("keeps its place while the server is away, and asks ever less often", async () => {
    const { world, streams, last, later } = makeWorld();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      last().stream.end();
      await rest();
      later();
    }
    expect(world.later.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000,
    ]);
    expect(new Set(streams.map(({ since }) => since))).toEqual(new Set(["0"]));
  });

  it("says when the database is gone", async () => {
    const { world, last } = makeWorld("gone");
    last().stream.end();
    await rest();
    expect(world.onGone).toHaveBeenCalledTimes(1);
  });

  it("asks nothing any more once it is paused, whatever it waits for", async () => {
    const { feed, world, streams, last } = makeWorld("gone");
    last().stream.end();
    feed.pause();
    await rest();
    expect(world.onGone).not.toHaveBeenCalled();
    expect(world.later).not.toHaveBeenCalled();
    expect(streams).toHaveLength(1);
  });
});
