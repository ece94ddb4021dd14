import { describe, expect, it, vi } from "vitest";
import { createInputQueue } from "./input-queue";

function typeInto(queue: ReturnType<typeof createInputQueue>, text: string): void {
  for (const character of text) queue.push(character === " " ? { chord: "Space" } : { text: character });
}

describe("what is asked for ahead", () => {
  it("waits in its order", () => {
    const queue = createInputQueue();
    queue.push({ text: "a" });
    queue.push({ chord: "Enter" });
    expect(queue.first()).toEqual({ text: "a" });
    queue.shift();
    expect(queue.first()).toEqual({ chord: "Enter" });
    queue.giveUp();
    expect(queue.first()).toBeUndefined();
  });

  it("waits for a command that is on its way, and goes on where that has arrived", () => {
    const queue = createInputQueue();
    const onRelease = vi.fn();
    queue.subscribe(onRelease);
    const hold = queue.hold();
    expect(queue.isHeld()).toBe(true);
    typeInto(queue, "new");
    expect(hold.end(true)).toBe("");
    expect(queue.isHeld()).toBe(false);
    expect(onRelease).toHaveBeenCalledOnce();
    expect(queue.first()).toEqual({ text: "n" });
  });

  it("is for nothing where the command does not arrive; the text is told", () => {
    const queue = createInputQueue();
    const hold = queue.hold();
    typeInto(queue, "a b");
    queue.push({ chord: "Enter" });
    expect(hold.end(false)).toBe("a b");
    expect(queue.first()).toBeUndefined();
    expect(hold.end(false)).toBe("");
  });

  it("is given up with the command's way: what comes then is for where a person has gone", () => {
    const queue = createInputQueue();
    const hold = queue.hold();
    typeInto(queue, "old");
    queue.giveUp();
    expect([hold.isWanted(), queue.isHeld()]).toEqual([false, false]);
    typeInto(queue, "new");
    expect(hold.end(false)).toBe("");
    expect(queue.first()).toEqual({ text: "n" });
  });

  it("waits for the latest of two commands", () => {
    const queue = createInputQueue();
    const [earlier, later] = [queue.hold(), queue.hold()];
    expect([earlier.isWanted(), later.isWanted()]).toEqual([false, true]);
    earlier.end(true);
    expect(queue.isHeld()).toBe(true);
  });
});
