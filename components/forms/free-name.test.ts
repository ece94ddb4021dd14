import { expect, test } from "vitest";
import { copyName, freeName } from "./free-name";

test("a copy is called so, and numbered where there are several", () => {
  expect(copyName("Deals", ["Deals"])).toBe("Deals copy");
  expect(copyName("Deals", ["Deals", "Deals copy"])).toBe("Deals copy 2");
  expect(copyName("Deals copy", ["Deals", "Deals copy", "Deals copy 2"])).toBe("Deals copy 3");
  expect(copyName("Deals copy 2", [])).toBe("Deals copy");
  expect(copyName("Hard copy edition", [])).toBe("Hard copy edition copy");
});

test("a name that is free stays as it is", () => {
  expect(freeName("Grid view", [])).toBe("Grid view");
  expect(freeName("Grid view", ["Grid view", "Grid view 3"])).toBe("Grid view 2");
});
