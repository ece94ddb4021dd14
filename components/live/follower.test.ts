import { describe, expect, it, vi } from "vitest";
import type { ChangeEntry, ChangeList } from "@/lib/contract/changes";
import { unloggedEvents } from "@/lib/contract/live";
import { createFollower, type Refusal } from "./follower";
import type { ToHub } from "./live-messages";

function makeFollower(read: (since: string) => Promise<ChangeList>, refusal: Refusal = "passing") {
  const sent: ToHub[] = [];
  const heard: string[] = [];
  const world = {
    send: (message: ToHub) => void sent.push(message),
    isVisible: () => true,
    read: vi.fn(read),
    refusalOf: () => refusal,
    onChanges: (changes: readonly ChangeEntry[]) => void heard.push(...changes.map(({ id }) => id)),
    onUnlogged: { erased: vi.fn(), rules: vi.fn() },
    onPresence: vi.fn(),
    onLost: vi.fn(),
    onGone: vi.fn(),
    later: vi.fn((act: () => void) => {
      setTimeout(act);
      return () => {};
    }),
  };
  const follower = createFollower({ id: "me", databaseId: "base", since: "0" }, world);
  const joined = (mustCatchUp: boolean) => follower.receive({ kind: "joined", follower: "me", mustCatchUp });
  const tell = (next: string, databaseId = "base") =>
    follower.receive({ kind: "page", page: { databaseId, ...page(next) } });
  return { follower, world, sent, heard, joined, tell };
}

/** A page with one change, whose id equals the log position after it. */
function page(next: string): ChangeList {
  return { changes: [{ id: next } as ChangeEntry], next, hasMore: false };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a follower", () => {
  it("takes pages of its own database and joins a new hub at its current log position", () => {
    const { follower, sent, heard, joined, tell } = makeFollower(async () => page("1"));
    follower.join();
    joined(false);
    tell("1");
    tell("9", "other");
    tell("2");
    follower.receive({ kind: "hub" });
    expect(heard).toEqual(["1", "2"]);
    expect(sent).toEqual(
      ["0", "2"].map((since) => ({
        kind: "join",
        follower: "me",
        databaseId: "base",
        since,
        isVisible: true,
      })),
    );
  });

  it("reads changes from before it joined first, then the pages received meanwhile", async () => {
    let answer = (_: ChangeList) => {};
    const { world, heard, joined, tell } = makeFollower(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    joined(true);
    expect(world.read).toHaveBeenCalledExactlyOnceWith("0");
    tell("2");
    expect(heard).toEqual([]);
    answer(page("1"));
    await rest();
    tell("3");
    expect(heard).toEqual(["1", "2", "3"]);
  });

  it("retries while the server is unreachable and misses nothing", async () => {
    let attempts = 0;
    const { heard, joined, tell } = makeFollower(async () => {
      attempts += 1;
      if (attempts < 3) throw new Error("away");
      return page("1");
    });
    joined(true);
    tell("2");
    await rest();
    await rest();
    expect(attempts).toBe(3);
    expect(heard).toEqual(["1", "2"]);
  });

  it("reports lost changes if its log position is unknown or too much has happened", async () => {
    for (const { read, refusal } of [
      { read: () => Promise.reject(new Error()), refusal: "place" as const },
      { read: async () => ({ ...page("1"), hasMore: true }), refusal: "passing" as const },
    ]) {
      const { world, joined } = makeFollower(read, refusal);
      joined(true);
      await rest();
      expect(world.onLost).toHaveBeenCalledTimes(1);
    }
  });

  it("reports a deleted database", async () => {
    const { follower, world, joined } = makeFollower(() => Promise.reject(new Error()), "gone");
    joined(true);
    await rest();
    follower.receive({ kind: "gone", databaseId: "base" });
    follower.receive({ kind: "gone", databaseId: "other" });
    expect(world.onGone).toHaveBeenCalledTimes(2);
  });

  it.each(unloggedEvents)("reports the event %s of its own database", (kind) => {
    const { follower, world, joined } = makeFollower(async () => page("1"));
    joined(false);
    follower.receive({ kind, databaseId: "other" });
    expect(world.onUnlogged[kind]).not.toHaveBeenCalled();
    follower.receive({ kind, databaseId: "base" });
    expect(world.onUnlogged[kind]).toHaveBeenCalledOnce();
  });

  it("reports who is present in its own database", async () => {
    const { follower, world, joined } = makeFollower(async () => page("1"));
    joined(false);
    for (const databaseId of ["other", "base"]) {
      follower.receive({ kind: "presence", databaseId, people: [], visitors: 0 });
    }
    expect(world.onPresence.mock.calls).toEqual([
      [{ kind: "presence", databaseId: "base", people: [], visitors: 0 }],
    ]);
  });

  it("ignores the result of a superseded read", async () => {
    const answers: ((list: ChangeList) => void)[] = [];
    const { heard, joined } = makeFollower(() => new Promise((resolve) => answers.push(resolve)));
    joined(true);
    joined(true);
    answers[0]?.(page("old"));
    answers[1]?.(page("new"));
    await rest();
    expect(heard).toEqual(["new"]);
  });
});
