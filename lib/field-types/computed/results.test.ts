import { expect, test } from "vitest";
import { formula } from "../types/formula";

const show = (value: number, given: object) =>
  formula.display(value, formula.template.parse({ formula: "1", resultType: "number", ...given }), "en-US");

test.each([
  [59.5, {}, "59.5"],
  [59.5, { showAs: "currency" }, "$59.50"],
  [0, { showAs: "currency" }, "$0.00"],
  [-0.125, { showAs: "currency" }, "-$0.125"],
  [59.5, { showAs: "currency", decimalPlaces: 0 }, "$60"],
  [0.125, { showAs: "percent" }, "12.5%"],
  [5400, { showAs: "duration" }, "1:30"],
] as const)("%s with %j is shown as %s", (value, template, text) => {
  expect(show(value, template)).toBe(text);
});
