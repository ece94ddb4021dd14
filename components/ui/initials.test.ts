import { expect, test } from "vitest";
import { initialsOf } from "./initials";

test.each([
  ["Sales pipeline", "SP"],
  ["Studio", "St"],
  ["projects & tasks", "PT"],
  ["🚀 Launch", "🚀"],
  ["👩‍🚀 Crew", "👩‍🚀"],
  ["2026 budget", "2B"],
  ["Ägypten", "Äg"],
  ["données", "Do"],
  ["日本 支社", "日支"],
  ["x", "X"],
  ["—", ""],
])("%s has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
