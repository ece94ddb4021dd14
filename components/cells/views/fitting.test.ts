import fc from "fast-check";
import { expect, it } from "vitest";
import { countFitting } from "./fitting";

it("counts the pills that fit", () => {
  expect(countFitting([], { width: 200, lines: 1 })).toBe(0);
  expect(countFitting(["Red", "Blue"], { width: 200, lines: 1 })).toBe(2);
  expect(countFitting(["Red", "Blue", "A long label of an option"], { width: 200, lines: 1 })).toBe(2);
});

it("continues on the next line", () => {
  const texts = ["Red", "Blue", "A long label of an option", "Green", "Yellow"];
  expect([1, 2, 3].map((lines) => countFitting(texts, { width: 200, lines }))).toEqual([2, 2, 5]);
  // Wider than the cell: truncated, and alone on its line.
  expect(countFitting(["x".repeat(90), "y".repeat(90), "Red"], { width: 200, lines: 3 })).toBe(3);
});

const anyTexts = fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 20 });

it("counts at least one, at most all, and never more than in a wider or taller cell", () => {
  fc.assert(
    fc.property(anyTexts, fc.nat(1_000), fc.integer({ min: 1, max: 4 }), (texts, width, lines) => {
      const count = countFitting(texts, { width, lines });
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(texts.length);
      expect(countFitting(texts, { width: width + 50, lines })).toBeGreaterThanOrEqual(count);
      expect(countFitting(texts, { width, lines: lines + 1 })).toBeGreaterThanOrEqual(count);
    }),
  );
});
