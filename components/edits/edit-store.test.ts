import { describe, expect, it, vi } from "vitest";
import type { Record } from "@/lib/contract/records";
import { Conflicted } from "./conflicted";
import { createEditStore } from "./edit-store";
import { countWaiting, type Edit, failureOf, openConflicts, type Write } from "./edits";

/** A server that responds when the test resolves it, and rejects edits with the value "bad". */
function makeWorld() {
  const sent: { write: Write; answer: (records: Record[]) => void; refuse: (error: Error) => void }[] = [];
  const retries: (() => void)[] = [];
  const world = {
    send: (write: Write) =>
      new Promise<Record[]>((answer, refuse) => {
        sent.push({ write, answer, refuse });
      }),
    onWrite: vi.fn(),
    conflictText: (_: unknown, { draft }: Edit) => `Not ${draft}`,
    onSaved: vi.fn(),
    onRefused: vi.fn(),
    isPassing: (error: unknown) => error instanceof Error && error.message === "no server",
    isSignedOut: (error: unknown) => error instanceof Error && error.message === "signed out",
    blamed: (_: unknown, { edits }: Write) =>
      new Map(edits.filter(({ value }) => value === "bad").map((edit) => [edit, "It is bad"])),
    retryLater: (_: number, retry: () => void) => retries.push(retry),
  };
  const values = () => sent.map(({ write }) => write.edits.map(({ value }) => value));
  return { store: createEditStore(world), world, sent, values, retries };
}

const record: Record = { id: "r1", data: {}, fields: {}, createdAt: "", updatedAt: "" };
const edit = (value: unknown, fieldId = "f1"): Edit => ({
  recordId: "r1",
  fieldId,
  value,
  draft: String(value),
});
const rest = () => new Promise((resolve) => setTimeout(resolve));

describe("createEditStore", () => {
  it("sends the edits of a record one after another", async () => {
    const { store, world, sent, values } = makeWorld();
    const outcome = store.write({ edits: [edit("one")] });
    store.write({ edits: [edit("two")] });
    expect(values()).toEqual([["one"]]);
    sent[0]?.answer([record]);
    expect(await outcome).toEqual({ saved: [edit("one")], refused: 0 });
    await rest();
    expect(world.onSaved).toHaveBeenCalledWith([record]);
    expect(values()).toEqual([["one"], ["two"]]);
    sent[1]?.answer([record]);
    await rest();
    expect(countWaiting(store.get())).toBe(0);
  });

  it("rolls back a refused edit and sends the next", async () => {
    const { store, world, sent, values } = makeWorld();
    const outcome = store.write({ edits: [edit("one")] });
    store.write({ edits: [edit("good", "f2")] });
    sent[0]?.refuse(new Error("No"));
    expect(await outcome).toEqual({ saved: [], refused: 1 });
    await rest();
    expect(world.onRefused).toHaveBeenCalledWith({ count: 1, reason: "No" });
    expect(failureOf(store.get().records.get("r1"), "f1")).toEqual({ reason: "No", draft: "one" });
    expect(values()).toEqual([["one"], ["good"]]);
  });

  it("reports the typed text with a refusal, because the cell may have been deleted", async () => {
    const { store, world, sent } = makeWorld();
    const opened = { held: [null] };
    store.write({ edits: [{ ...edit("one"), opened }] });
    sent[0]?.refuse(new Error("No"));
    await rest();
    expect(world.onRefused).toHaveBeenCalledWith({ count: 1, reason: "No", typed: "one" });
  });

  it("sends the other edits again if the server names the refused ones", async () => {
    const { store, world, sent, values } = makeWorld();
    const outcome = store.write({ edits: [edit("bad"), edit("good", "f2")] });
    sent[0]?.refuse(new Error("No"));
    await rest();
    expect(world.onRefused).toHaveBeenCalledWith({ count: 1, reason: "It is bad" });
    expect(failureOf(store.get().records.get("r1"), "f1")).toEqual({ reason: "It is bad", draft: "bad" });
    expect(values()).toEqual([["bad", "good"], ["good"]]);
    sent[1]?.answer([record]);
    expect(await outcome).toEqual({ saved: [edit("good", "f2")], refused: 1 });
  });

  it("keeps edits while the server is unreachable and sends them in order later", async () => {
    const { store, sent, values, retries } = makeWorld();
    store.write({ edits: [edit("one")] });
    sent[0]?.refuse(new Error("no server"));
    await rest();
    store.write({ edits: [edit("two")] });
    expect(store.get().isUnreachable).toBe(true);
    expect(countWaiting(store.get())).toBe(2);
    expect(sent).toHaveLength(1);
    retries[0]?.();
    sent[1]?.answer([record]);
    await rest();
    expect(values()).toEqual([["one"], ["one"], ["two"]]);
    expect(store.get().isUnreachable).toBe(false);
  });

  it("keeps edits while signed out and sends them after signing in", async () => {
    const { store, world, sent, retries } = makeWorld();
    store.write({ edits: [edit("one")] });
    sent[0]?.refuse(new Error("signed out"));
    await rest();
    expect(store.get()).toMatchObject({ isUnreachable: true, isSignedOut: true });
    expect(countWaiting(store.get())).toBe(1);
    expect(world.onRefused).not.toHaveBeenCalled();
    retries[0]?.();
    sent[1]?.answer([record]);
    await rest();
    expect(store.get()).toMatchObject({ isUnreachable: false, isSignedOut: false });
    expect(countWaiting(store.get())).toBe(0);
  });

  it("resolves whenSettled once no edit is pending", async () => {
    const { store, sent } = makeWorld();
    await store.whenSettled();
    store.write({ edits: [edit("one")] });
    store.write({ edits: [edit("two")] });
    let isSettled = false;
    const settling = store.whenSettled().then(() => {
      isSettled = true;
    });
    sent[0]?.answer([record]);
    await rest();
    expect(isSettled).toBe(false);
    sent[1]?.refuse(new Error("No"));
    await settling;
    expect(isSettled).toBe(true);
  });

  it("notifies listeners until they unsubscribe", () => {
    const { store } = makeWorld();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const cell = { recordId: "r1", fieldId: "f1" };
    store.fail(cell, { reason: "No", draft: "x" });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.clearFailure(cell);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("records the value that an editor is opened on, and the one below a pending edit", () => {
    const { store } = makeWorld();
    const cell = { recordId: "r1", fieldId: "f1" };
    const opened = store.open(cell, "A");
    expect(opened.held).toEqual(["A"]);
    store.write({ edits: [{ ...edit("one"), opened }] });
    const again = store.open(cell, "one");
    expect(again.held).toEqual(["one", "A"]);
  });

  it("shows the other value on a conflict, and writes one's own on request", async () => {
    const { store, world, sent, values } = makeWorld();
    const theirs = { ...record, data: { f1: "theirs" } };
    const outcome = store.write({ edits: [edit("one")] });
    sent[0]?.refuse(new Conflicted(theirs, sent[0].write.edits, []));
    expect(await outcome).toEqual({ saved: [], refused: 1 });
    expect(world.onSaved).toHaveBeenCalledWith([theirs]);
    expect(world.onRefused).not.toHaveBeenCalled();
    const [conflict] = openConflicts(store.get());
    expect(conflict?.reason).toBe("Not one");
    const kept = conflict && store.keepMine(conflict);
    expect(openConflicts(store.get())).toEqual([]);
    expect(values()).toEqual([["one"], ["one"]]);
    expect(sent[1]?.write.edits[0]?.opened?.held).toEqual(["theirs"]);
    sent[1]?.answer([record]);
    expect((await kept)?.saved).toMatchObject([edit("one")]);
  });
});
