import { describe, expect, it } from "vitest";
import type { LivePage, LivePlace } from "@/lib/contract/live";
import { createHub, type StreamEvents } from "./hub";
import type { FromHub } from "./live-messages";

interface Opened {
  readonly places: readonly LivePlace[];
  readonly events: StreamEvents;
  isOpen: boolean;
}

/** A hub whose streams and clock the test controls. */
function makeHub() {
  const streams: Opened[] = [];
  const sent: FromHub[] = [];
  const timers = new Set<{ at: number; act: () => void }>();
  let now = 0;
  const hub = createHub({
    open(places, events) {
      const stream = { places, events, isOpen: true };
      streams.push(stream);
      return () => {
        stream.isOpen = false;
      };
    },
    tell: (message) => void sent.push(message),
    later(act, milliseconds) {
      const timer = { at: now + milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => 1,
  });
  function pass(milliseconds: number): void {
    const end = now + milliseconds;
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      now = next.at;
      timers.delete(next);
      next.act();
    }
    now = end;
  }
  const join = (follower: string, databaseId: string, given: { since?: string; isVisible?: boolean } = {}) =>
    hub.receive({ kind: "join", follower, databaseId, since: "0", isVisible: true, ...given });
  return {
    hub,
    streams,
    join,
    pass,
    sent: (kind: FromHub["kind"]) => sent.filter((each) => each.kind === kind),
    open: () => streams.filter(({ isOpen }) => isOpen),
    last: () => streams.at(-1) as Opened,
    here: (follower: string) => hub.receive({ kind: "here", follower }),
  };
}

function page(databaseId: string, next: string, hasMore = false): LivePage {
  return { databaseId, next, changes: [], hasMore };
}

describe("a hub", () => {
  it("follows the databases of all tabs through one stream, from their log positions", () => {
    const { join, pass, streams, sent } = makeHub();
    for (let tab = 0; tab < 10; tab += 1) join(`tab ${tab}`, `base ${tab % 3}`, { since: `place ${tab}` });
    pass(100);
    expect(streams.map(({ places }) => places)).toEqual([
      [0, 1, 2].map((each) => ({ databaseId: `base ${each}`, since: `place ${each}` })),
    ]);
    expect(sent("joined")).toEqual(
      Array.from({ length: 10 }, (_, tab) => ({
        kind: "joined",
        follower: `tab ${tab}`,
        mustCatchUp: tab > 2,
      })),
    );
  });

  it("reopens the stream for another database and continues in the others", () => {
    const { join, pass, open, last, sent } = makeHub();
    join("a", "base");
    pass(100);
    last().events.page(page("base", "7"));
    expect(sent("page")).toHaveLength(1);
    join("b", "other", { since: "5" });
    pass(100);
    expect(open().map(({ places }) => places)).toEqual([
      [
        { databaseId: "base", since: "7" },
        { databaseId: "other", since: "5" },
      ],
    ]);
  });

  it("drops a database some time after its last page was closed", () => {
    const { hub, join, pass, last } = makeHub();
    join("a", "base");
    join("b", "other");
    pass(100);
    hub.receive({ kind: "leave", follower: "b" });
    pass(10_000);
    expect(last().places.map(({ databaseId }) => databaseId)).toEqual(["base"]);
    hub.receive({ kind: "leave", follower: "a" });
    pass(10_000);
    expect(last().isOpen).toBe(false);
  });

  it("closes the stream after all tabs were hidden for a minute, and continues when one is shown", () => {
    const { join, pass, open, last, here } = makeHub();
    join("a", "base");
    join("b", "base");
    pass(100);
    last().events.page(page("base", "7"));
    join("a", "base", { isVisible: false });
    pass(19_000);
    for (const tab of ["a", "b"]) here(tab);
    join("b", "base", { isVisible: false });
    for (let second = 0; second < 59; second += 1) {
      pass(1_000);
      for (const tab of ["a", "b"]) here(tab);
    }
    expect(open()).toHaveLength(1);
    pass(2_000);
    expect(open()).toHaveLength(0);
    join("b", "base");
    expect(open().map(({ places }) => places)).toEqual([[{ databaseId: "base", since: "7" }]]);
  });

  it("retries with backoff while the server is unreachable, and at once when the network is back", () => {
    const { hub, join, pass, streams, last, here } = makeHub();
    join("a", "base");
    pass(50);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      last().events.end();
      const before = streams.length;
      let waited = 0;
      for (; streams.length === before; waited += 250) {
        pass(250);
        here("a");
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    last().events.end();
    const before = streams.length;
    hub.receive({ kind: "retry" });
    expect(streams).toHaveLength(before + 1);
  });

  it("notifies all tabs when the session ends and when it returns", () => {
    const { join, pass, last, sent } = makeHub();
    join("a", "base");
    pass(100);
    last().events.end("UNAUTHORIZED");
    expect(sent("session")).toEqual([{ kind: "session", isSignedOut: true }]);
    pass(1_000);
    last().events.page(page("base", "1"));
    expect(sent("session").at(-1)).toEqual({ kind: "session", isSignedOut: false });
  });

  it("reports lost changes if its log position is unknown or too much has happened", () => {
    for (const lose of [
      ({ events }: Opened) =>
        events.refused({ databaseId: "base", error: { code: "BAD_REQUEST", message: "" } }),
      ({ events }: Opened) => events.page(page("base", "5", true)),
    ]) {
      const { join, pass, last, sent } = makeHub();
      join("a", "base");
      pass(100);
      lose(last());
      expect(sent("lost")).toEqual([]);
      pass(1_000);
      expect(last().places).toEqual([{ databaseId: "base", since: undefined }]);
      last().events.page(page("base", "9"));
      expect(sent("lost")).toEqual([{ kind: "lost", databaseId: "base", next: "9" }]);
    }
  });

  it("reports a deleted database, and requests it again when a tab joins", () => {
    const { hub, join, pass, last, sent } = makeHub();
    join("a", "base");
    join("b", "other");
    pass(100);
    last().events.refused({ databaseId: "base", error: { code: "NOT_FOUND", message: "" } });
    expect(sent("gone")).toEqual([{ kind: "gone", databaseId: "base" }]);
    hub.receive({ kind: "retry" });
    expect(last().places.map(({ databaseId }) => databaseId)).toEqual(["other"]);
    join("c", "base");
    pass(100);
    expect(last().places.map(({ databaseId }) => databaseId)).toEqual(["base", "other"]);
  });

  it("tells tabs who is present, also those that join later, and nobody while the server is unreachable", () => {
    const { join, pass, last, sent } = makeHub();
    const people = [{ personId: "ada", name: "Ada", at: { tableId: "t", cell: null } }];
    join("a", "base");
    pass(100);
    last().events.presence({ databaseId: "base", people, visitors: 2 });
    last().events.presence({ databaseId: "left", people, visitors: 0 });
    expect(sent("presence")).toEqual([{ kind: "presence", databaseId: "base", people, visitors: 2 }]);
    last().events.page(page("base", "1"));
    join("b", "base");
    expect(sent("presence")).toHaveLength(2);
    last().events.end();
    expect(sent("presence")).toHaveLength(2);
    pass(1_000);
    last().events.end();
    expect(sent("presence").at(-1)).toEqual({
      kind: "presence",
      databaseId: "base",
      people: [],
      visitors: 0,
    });
  });

  it("forgets a tab that does not answer the roll call, until it joins again", () => {
    const { join, pass, hub, sent } = makeHub();
    join("a", "base");
    pass(45_000);
    expect(hub.hasVisible()).toBe(false);
    join("a", "base", { since: "3" });
    expect(hub.hasVisible()).toBe(true);
    expect(sent("joined")).toHaveLength(2);
  });
});
