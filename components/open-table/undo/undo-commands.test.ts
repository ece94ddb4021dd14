import { afterEach, describe, expect, it, vi } from "vitest";
import type { EditStore } from "@/components/edits/edit-store";
import { createTasks } from "@/components/tasks/tasks";
import type { TableServices } from "../use-table-services";
import { undo } from "./undo-commands";

const rest = () => new Promise((resolve) => setTimeout(resolve));

function makeGrid() {
  const tasks = createTasks(() => {});
  const notified: string[] = [];
  let settle = (): void => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const services = {
    listing: { databaseId: "d1", tableId: "t1" },
    tasks,
    notify: ({ title }: { title: string }) => notified.push(title),
    whenViewsSaved: async () => {},
    reloadTable() {},
    reloadRows: async () => {},
  } as unknown as TableServices;
  const store = { whenSettled: () => settled } as unknown as EditStore;
  return { grid: { store, services }, tasks, notified, settle: () => settle() };
}

/** A server that responds or is unreachable, as the test decides. */
function serve() {
  let answer = (): void => {};
  let fail = (): void => {};
  const fetch = vi.fn(
    () =>
      new Promise<Response>((resolve, reject) => {
        answer = () => resolve(Response.json({ changeSetId: "", restored: 3, skipped: [] }));
        fail = () => reject(new TypeError("Failed to fetch"));
      }),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, answer: () => answer(), fail: () => fail() };
}

afterEach(() => vi.unstubAllGlobals());

describe("Cancel while something is undone", () => {
  it("aborts the request before it is sent", async () => {
    const { grid, tasks, notified, settle } = makeGrid();
    const { fetch } = serve();
    const ended = undo(grid);
    await rest();
    tasks.cancel();
    settle();
    await ended;
    expect(fetch).not.toHaveBeenCalled();
    expect(notified).toEqual([]);
  });

  it("stops waiting for a request under way, and reports its result", async () => {
    const { grid, tasks, notified, settle } = makeGrid();
    const { fetch, answer } = serve();
    settle();
    const ended = undo(grid);
    await rest();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(tasks.get()?.label).toBe("Undoing");
    tasks.cancel();
    expect([tasks.get(), tasks.isBusy(), notified]).toEqual([
      null,
      true,
      ["Undoing continues in the background"],
    ]);
    answer();
    await ended;
    expect(notified).toEqual(["Undoing continues in the background", "Undid: 3 changes"]);
    expect(tasks.isBusy()).toBe(false);
  });

  it("does not retry once the server is unreachable", async () => {
    vi.stubGlobal("window", new EventTarget());
    const { grid, tasks, settle } = makeGrid();
    const { fetch, fail } = serve();
    settle();
    const ended = undo(grid);
    await rest();
    tasks.cancel();
    fail();
    await ended;
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(tasks.isBusy()).toBe(false);
  });
});
