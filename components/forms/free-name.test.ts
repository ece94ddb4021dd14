import { expect, test } from "vitest";
import { copyName, freeName } from "./free-name";

test("copies are named and numbered", () => {
  expect(copyName("Deals", ["Deals"])).toBe("Deals copy");
  expect(copyName("Deals", ["Deals", "Deals copy"])).toBe("Deals copy 2");
  expect(copyName("Deals copy", ["Deals", "Deals copy", "Deals copy 2"])).toBe("Deals copy 3");
  expect(copyName("Deals copy 2", [])).toBe("Deals copy");
  expect(copyName("Hard copy edition", [])).toBe("Hard copy edition copy");
});

test("a free name is kept", () => {
  expect(freeName("Grid view", [])).toBe("Grid view");
  expect(freeName("Grid view", ["Grid view", "Grid view 3"])).toBe("Grid view 2");
});
