import fc from "fast-check";
import { expect, it } from "vitest";
import { countFitting } from "./fitting";

it("counts the pills that there is room for", () => {
  expect(countFitting([], 200)).toBe(0);
  expect(countFitting(["Red", "Blue"], 200)).toBe(2);
  expect(countFitting(["Red", "Blue", "A long label of an option"], 200)).toBe(2);
});

it("counts one at least, however long, and never more than there are or than in a wider cell", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(1_000), (texts, width) => {
      const count = countFitting(texts, width);
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(texts.length);
      expect(countFitting(texts, width + 50)).toBeGreaterThanOrEqual(count);
    }),
  );
});
