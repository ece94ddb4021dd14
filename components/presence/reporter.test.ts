import { describe, expect, it } from "vitest";
import type { PresentAt } from "@/lib/contract/presence";
import { createReporter } from "./reporter";

/** A reporter whose clock and server the test controls. */
function makeReporter() {
  const sent: { pageId: string; at: PresentAt | null }[] = [];
  const timers = new Set<{ at: number; act: () => void }>();
  let now = 0;
  let ids = 0;
  const world = { isVisible: true, isReachable: true };
  const reporter = createReporter({
    async send(pageId, at) {
      sent.push({ pageId, at });
      if (!world.isReachable) throw new Error("away");
      return { seconds: 60 };
    },
    newId: () => `page ${++ids}`,
    isVisible: () => world.isVisible,
    later(act, milliseconds) {
      const timer = { at: now + milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  async function pass(milliseconds: number): Promise<void> {
    const end = now + milliseconds;
    for (;;) {
      // The answer to a report comes before the next timer.
      await new Promise((resolve) => setTimeout(resolve));
      const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      now = next.at;
      timers.delete(next);
      next.act();
    }
    now = end;
  }
  return { reporter, world, sent, pass };
}

const cell = { recordId: "record", fieldId: "field" };
const at = (tableId: string, selected: PresentAt["cell"] = null): PresentAt => ({
  tableId,
  cell: selected,
});

describe("a reporter", () => {
  it("reports a move at once, then at most four times a second, the latest one", async () => {
    const { reporter, sent, pass } = makeReporter();
    reporter.setCompany(true);
    for (const table of ["a", "b", "c"]) reporter.show(at(table));
    await pass(240);
    expect(sent.map((each) => each.at)).toEqual([at("a")]);
    await pass(20);
    expect(sent.map((each) => each.at)).toEqual([at("a"), at("c")]);
    reporter.show(at("c"));
    await pass(5_000);
    expect(sent).toHaveLength(2);
  });

  it("reports the cell as soon as there is company, and takes it back without", async () => {
    const { reporter, sent, pass } = makeReporter();
    reporter.show(at("a", cell));
    await pass(1_000);
    reporter.show(at("a", { ...cell, fieldId: "other" }));
    await pass(1_000);
    expect(sent.map((each) => each.at)).toEqual([at("a")]);
    reporter.setCompany(true);
    await pass(1_000);
    reporter.setCompany(false);
    await pass(1_000);
    expect(sent.slice(1).map((each) => each.at)).toEqual([at("a", { ...cell, fieldId: "other" }), at("a")]);
  });

  it("repeats the report while the page is visible, and when it is shown again", async () => {
    const { reporter, world, sent, pass } = makeReporter();
    reporter.show(at("a"));
    await pass(61_000);
    expect(sent).toHaveLength(4);
    world.isVisible = false;
    await pass(120_000);
    expect(sent).toHaveLength(4);
    world.isVisible = true;
    reporter.wake();
    await pass(1_000);
    expect(sent).toHaveLength(5);
  });

  it("tries again later if the server can't be reached", async () => {
    const { reporter, world, sent, pass } = makeReporter();
    world.isReachable = false;
    reporter.show(at("a"));
    await pass(1_000);
    world.isReachable = true;
    expect(sent).toHaveLength(1);
    await pass(20_000);
    expect(sent).toHaveLength(2);
  });

  it("leaves once, and comes back as another page", async () => {
    const { reporter, sent, pass } = makeReporter();
    reporter.show(at("a"));
    reporter.leave();
    reporter.leave();
    await pass(100_000);
    reporter.wake();
    await pass(1_000);
    expect(sent).toEqual([
      { pageId: "page 1", at: at("a") },
      { pageId: "page 1", at: null },
      { pageId: "page 3", at: at("a") },
    ]);
  });
});
