import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "./sealed";

test("what is sealed is read with the same secret, and with no other", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, secret, other) => {
      const sealed = seal(text, secret);
      expect(unseal(sealed, secret)).toBe(text);
      if (other !== secret) expect(unseal(sealed, other)).toBeNull();
    }),
  );
});

test("it says nothing of the text, and is another each time", () => {
  expect(seal("sk_prod_secret", "s")).not.toContain("sk_prod");
  expect(seal("same", "s")).not.toBe(seal("same", "s"));
});
