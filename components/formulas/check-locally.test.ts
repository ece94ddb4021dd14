import { expect, test } from "vitest";
import { checkLocally } from "./check-locally";
import { sampleScope as scope } from "./scope-fixture";

test("a formula has a type", () => {
  expect(checkLocally("{Price} * {Quantity}", scope).formula?.type).toBe("number");
  expect(checkLocally("SUM({Company.Revenue})", scope).formula?.type).toBe("number");
  expect(checkLocally("{Company.Revenue}", scope).formula?.type).toBe("number[]");
});

test("a mistake has its place", () => {
  expect(checkLocally("1 + ", scope)).toMatchObject({ isUnreadable: true, problem: { start: 4, end: 4 } });
  expect(checkLocally("1 + {Pric}", scope).problem).toMatchObject({ start: 4, end: 10 });
  expect(checkLocally("{Name} * 2", scope).problem).toMatchObject({ start: 0, end: 6 });
  expect(checkLocally("{Company.Revenue} * 2", scope).problem).toMatchObject({ start: 0, end: 17 });
});

test("a field whose type is not known here causes no mistake, and leaves the type open", () => {
  expect(checkLocally("{Company.Home City} * 2", scope)).toEqual({});
  expect(checkLocally("ROUN({Company.Home City})", scope).problem).toMatchObject({ start: 0, end: 4 });
});
