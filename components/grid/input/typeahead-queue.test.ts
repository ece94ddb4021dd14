import { describe, expect, it, vi } from "vitest";
import { createTypeaheadQueue } from "./typeahead-queue";

function typeInto(queue: ReturnType<typeof createTypeaheadQueue>, text: string): void {
  for (const character of text) queue.push(character === " " ? { chord: "Space" } : { text: character });
}

describe("the typeahead queue", () => {
  it("keeps input in order", () => {
    const queue = createTypeaheadQueue();
    queue.push({ text: "a" });
    queue.push({ chord: "Enter" });
    expect(queue.first()).toEqual({ text: "a" });
    queue.shift();
    expect(queue.first()).toEqual({ chord: "Enter" });
    queue.cancel();
    expect(queue.first()).toBeUndefined();
  });

  it("waits for a running command, and continues when it has arrived", () => {
    const queue = createTypeaheadQueue();
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

  it("drops input and returns its text if the command does not arrive", () => {
    const queue = createTypeaheadQueue();
    const hold = queue.hold();
    typeInto(queue, "a b");
    queue.push({ chord: "Enter" });
    expect(hold.end(false)).toBe("a b");
    expect(queue.first()).toBeUndefined();
    expect(hold.end(false)).toBe("");
  });

  it("is cleared when the person moves elsewhere, and later input applies there", () => {
    const queue = createTypeaheadQueue();
    const hold = queue.hold();
    typeInto(queue, "old");
    queue.cancel();
    expect([hold.isWanted(), queue.isHeld()]).toEqual([false, false]);
    typeInto(queue, "new");
    expect(hold.end(false)).toBe("");
    expect(queue.first()).toEqual({ text: "n" });
  });

  it("waits for the latest of two commands", () => {
    const queue = createTypeaheadQueue();
    const [earlier, later] = [queue.hold(), queue.hold()];
    expect([earlier.isWanted(), later.isWanted()]).toEqual([false, true]);
    earlier.end(true);
    expect(queue.isHeld()).toBe(true);
  });
});
