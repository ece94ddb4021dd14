import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareField } from "../structure/schemas";
import { guardOf, guardText } from "./formula-guard";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@sum(1)", "'@sum(1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["'=1", "''=1"],
  ["'''-1", "''''-1"],
  ["'s", "'s"],
  ["1-1", "1-1"],
  [" =1", " =1"],
  ["", ""],
])("%j is written as %j", (text, guarded) => {
  expect(guardText(text)).toBe(guarded);
});

test("an import reads every guarded text back", () => {
  const text = fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "a", "1") });
  fc.assert(
    fc.property(text, (given) => {
      const guarded = guardText(given);
      expect(guarded.replace(/^'('*[=+\-@\t\r])/, "$1")).toBe(given);
    }),
  );
});

test("numbers and international phone numbers stay as they are", () => {
  const guard = (type: string) =>
    guardOf({ field: prepareField({ id: "f", name: "F", type, template: {} }) });
  expect(guard("number")("-5")).toBe("-5");
  expect(guard("phone_number")("+1 555 123 4567")).toBe("+1 555 123 4567");
  expect(guard("phone_number")("+(1) 555")).toBe("'+(1) 555");
  expect(guard("single_line_text")("-5")).toBe("'-5");
});
