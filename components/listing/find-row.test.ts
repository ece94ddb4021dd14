import fc from "fast-check";
import { expect, it } from "vitest";
import { findRow, type RowsByIds } from "./find-row";

/** Creates rows whose records are named after their row number, and counts the requests for them. */
function makeRows(count: number, { maxAtOnce = 2_000, expected = count } = {}) {
  const asked = { rows: 0, orders: 0 };
  const rows: RowsByIds = {
    count: expected,
    maxAtOnce,
    async idsIn({ first, end }) {
      asked.rows += 1;
      expect(end - first).toBeLessThanOrEqual(maxAtOnce);
      return Array.from(
        { length: Math.max(0, Math.min(end, count) - first) },
        (_, index) => `r${first + index}`,
      );
    },
    async inOrder(ids) {
      asked.orders += 1;
      const there = ids.filter((id) => Number(id.slice(1)) < count);
      return there.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
    },
  };
  return { rows, asked };
}

it("finds the row of any record, whatever the number of rows and the request size", async () => {
  const size = fc.record({
    count: fc.integer({ min: 1, max: 3_000 }),
    maxAtOnce: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), async ({ count, maxAtOnce }, any) => {
      const { rows } = makeRows(count, { maxAtOnce });
      expect(await findRow(`r${any % count}`, rows)).toBe(any % count);
    }),
  );
});

it("needs one request for few rows, and three steps for a million", async () => {
  const few = makeRows(2_000);
  expect(await findRow("r1999", few.rows)).toBe(1_999);
  expect(few.asked).toEqual({ rows: 1, orders: 0 });
  const many = makeRows(1_000_000);
  expect(await findRow("r765432", many.rows)).toBe(765_432);
  expect(many.asked).toEqual({ rows: 22, orders: 3 });
});

it("finds a record although rows were deleted meanwhile, and nothing for a missing one", async () => {
  const { rows } = makeRows(5_000, { expected: 90_000 });
  expect(await findRow("r4321", rows)).toBe(4_321);
  expect(await findRow("r5000", rows)).toBeUndefined();
  expect(await findRow("r5", makeRows(0).rows)).toBeUndefined();
});
