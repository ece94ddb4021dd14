import fc from "fast-check";
import { expect, test } from "vitest";
import { percent } from "./percent";

const template = percent.template.parse({ allowNegative: true });

test.each<[text: string, typed: number | undefined, plain: number | undefined]>([
  ["25", 0.25, 25],
  ["25%", 0.25, 0.25],
  ["25 %", 0.25, 0.25],
  ["0.25", 0.0025, 0.25],
  ["7", 0.07, 7],
  ["-12.5%", -0.125, -0.125],
  ["1,250", 12.5, 1250],
  ["%", undefined, undefined],
  ["", undefined, undefined],
])("%j is %d typed, %d as plain text", (text, typed, plain) => {
  expect(percent.typing?.fromText(text, template)).toBe(typed);
  expect(percent.fromText(text, template)).toBe(plain);
});

test("without allowNegative, negative text is refused", () => {
  const positive = percent.template.parse({});
  for (const text of ["-25", "-25%"]) {
    expect(percent.typing?.fromText(text, positive)).toBeUndefined();
    expect(percent.fromText(text, positive)).toBeUndefined();
  }
});

test.each([
  [0.07, "7"],
  [0.145, "14.5"],
  [0.1 + 0.2, "30.000000000000004"],
  [0, "0"],
  [5e-7, "0.00005"],
])("%d is edited as %s", (value, text) => {
  expect(percent.typing?.toText(value, template)).toBe(text);
});

test("the edited text parses back to the same double", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
      const text = percent.typing?.toText(value, template) ?? "";
      expect(percent.typing?.fromText(text, template)).toBe(value + 0);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [0.145, { decimalPlaces: 1 }, "14.5%"],
  [0.07, {}, "7%"],
  [12.5, { numberFormat: "period_comma" }, "1.250%"],
] as const)("%d with %j is shown as %s", (value, given, shown) => {
  expect(percent.display(value, percent.template.parse(given), "en")).toBe(shown);
});
