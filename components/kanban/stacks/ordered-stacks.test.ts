import { describe, expect, it } from "vitest";
import { initialConfig } from "@/lib/contract/views";
import type { StackKey } from "@/lib/field-types/stacks";
import { movedKeys } from "./moved-keys";
import { orderedStacks } from "./ordered-stacks";

const stacks = ([null, "a", "b", "c"] as StackKey[]).map((key, count) => ({
  key,
  count,
  value: null,
  records: [],
}));
const config = initialConfig("kanban", []);
const keysOf = (changes: Partial<typeof config>) =>
  orderedStacks(stacks, { ...config, ...changes }).map(({ key }) => key);

describe("the order of stacks", () => {
  it("is that of the response, with named ones first and the one without a value before them", () => {
    expect(keysOf({})).toEqual([null, "a", "b", "c"]);
    expect(keysOf({ stackOrder: ["c", "a"] })).toEqual([null, "c", "a", "b"]);
  });

  it("leaves out empty stacks on demand", () => {
    expect(keysOf({ hideEmptyStacks: true })).toEqual(["a", "b", "c"]);
  });

  it("changes by placing a stack before another", () => {
    expect(movedKeys(stacks, { from: 3, before: 1, order: [] })).toEqual(["c", "a", "b"]);
    expect(movedKeys(stacks, { from: 1, before: 4, order: ["b"] })).toEqual(["b", "c", "a"]);
    expect(movedKeys(stacks, { from: 2, before: 3, order: ["hidden", "c"] })).toEqual([
      "a",
      "b",
      "c",
      "hidden",
    ]);
  });
});
