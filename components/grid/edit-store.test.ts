import { describe, expect, it, vi } from "vitest";
import type { Record } from "@/lib/contract/records";
import { createEditStore } from "./edit-store";
import { countWaiting, type Edit, failureOf } from "./edits";

/** A server that answers when the test says so. */
function makeWorld() {
  const sent: { edit: Edit; answer: (record: Record) => void; refuse: (error: Error) => void }[] = [];
  const retries: (() => void)[] = [];
  const world = {
    send: (edit: Edit) =>
      new Promise<Record>((answer, refuse) => {
        sent.push({ edit, answer, refuse });
      }),
    onSaved: vi.fn(),
    onRefused: vi.fn(),
    isPassing: (error: unknown) => error instanceof Error && error.message === "no server",
    retryLater: (_: number, retry: () => void) => retries.push(retry),
  };
  return { store: createEditStore(world), world, sent, retries };
}

const record: Record = { id: "r1", data: {}, fields: {}, createdAt: "", updatedAt: "" };
const draft = (value: unknown, fieldId = "f1") => ({ recordId: "r1", fieldId, value, draft: String(value) });
const rest = () => new Promise((resolve) => setTimeout(resolve));

describe("a store of edits", () => {
  it("sends one, and the next of its record when that is answered", async () => {
    const { store, world, sent } = makeWorld();
    store.write(draft("one"));
    store.write(draft("two"));
    expect(sent.map(({ edit }) => edit.value)).toEqual(["one"]);
    sent[0]?.answer(record);
    await rest();
    expect(world.onSaved).toHaveBeenCalledWith(record);
    expect(sent.map(({ edit }) => edit.value)).toEqual(["one", "two"]);
    sent[1]?.answer(record);
    await rest();
    expect(countWaiting(store.get())).toBe(0);
  });

  it("takes an edit back that is refused, and goes on with the next", async () => {
    const { store, world, sent } = makeWorld();
    store.write(draft("bad"));
    store.write(draft("good", "f2"));
    sent[0]?.refuse(new Error("No"));
    await rest();
    expect(world.onRefused).toHaveBeenCalledWith(expect.objectContaining({ value: "bad" }), "No");
    expect(failureOf(store.get().records.get("r1"), "f1")).toEqual({ reason: "No", draft: "bad" });
    expect(sent.map(({ edit }) => edit.value)).toEqual(["bad", "good"]);
  });

  it("keeps what no server was found for, and sends it in its order later", async () => {
    const { store, sent, retries } = makeWorld();
    store.write(draft("one"));
    sent[0]?.refuse(new Error("no server"));
    await rest();
    store.write(draft("two"));
    expect(store.get().isUnreachable).toBe(true);
    expect(countWaiting(store.get())).toBe(2);
    expect(sent).toHaveLength(1);
    retries[0]?.();
    sent[1]?.answer(record);
    await rest();
    expect(sent.map(({ edit }) => edit.value)).toEqual(["one", "one", "two"]);
    expect(store.get().isUnreachable).toBe(false);
  });

  it("tells who listens, until they no longer do", () => {
    const { store } = makeWorld();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.fail(draft("x"), { reason: "No", draft: "x" });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.forgive(draft("x"));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
