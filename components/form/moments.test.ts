import { expect, test } from "vitest";
import { isoOf, localOf } from "./moments";

test("a moment becomes local time and back", () => {
  const iso = new Date(2030, 0, 5, 9, 7).toISOString();
  expect(localOf(iso)).toBe("2030-01-05T09:07");
  expect(isoOf("2030-01-05T09:07")).toBe(iso);
});

test("no moment is an empty text", () => {
  expect(localOf(null)).toBe("");
  expect(isoOf("")).toBeNull();
});
