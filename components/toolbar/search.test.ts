import { expect, test } from "vitest";
import { noSearch, stepTo } from "./search";

test("stepping through hits wraps around", () => {
  const at = (hit: number | null) => ({ text: "a", hit });
  expect(stepTo(at(null), 1, 3)).toBe(0);
  expect(stepTo(at(null), -1, 3)).toBe(2);
  expect(stepTo(at(0), 1, 3)).toBe(1);
  expect(stepTo(at(2), 1, 3)).toBe(0);
  expect(stepTo(at(0), -1, 3)).toBe(2);
  expect(stepTo(at(0), 1, 1)).toBe(0);
});

test("there is no step without hits", () => {
  expect(stepTo(noSearch, 1, 0)).toBeNull();
});
