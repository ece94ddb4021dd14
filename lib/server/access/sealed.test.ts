import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "./sealed";

test("a sealed text is readable only with the same secret", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, secret, other) => {
      const sealed = seal(text, secret);
      expect(unseal(sealed, secret)).toBe(text);
      if (other !== secret) expect(unseal(sealed, other)).toBeNull();
    }),
  );
});

test("a sealed text differs each time and does not contain the plain text", () => {
  expect(seal("sk_prod_secret", "s")).not.toContain("sk_prod");
  expect(seal("same", "s")).not.toBe(seal("same", "s"));
});
