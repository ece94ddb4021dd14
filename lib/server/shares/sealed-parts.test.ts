import fc from "fast-check";
import { expect, test } from "vitest";
import { sealPart, unsealPart } from "./sealed-parts";

test("whatever is sealed can be unsealed, for the same purpose under the same key alone", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (text, key) => {
      const sealed = sealPart("cursor", text, key);
      expect(unsealPart("cursor", sealed, key)).toBe(text);
      expect(sealPart("cursor", text, key)).toBe(sealed);
      expect(unsealPart("file", sealed, key)).toBeNull();
      expect(unsealPart("cursor", sealed, `${key}.`)).toBeNull();
    }),
  );
});

test("any changed, added or missing byte is noticed", () => {
  const sealed = Buffer.from(sealPart("file", "text", "key"), "base64url");
  const unseal = (bytes: Buffer) => unsealPart("file", bytes.toString("base64url"), "key");
  expect(unseal(sealed)).toBe("text");
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
    expect(unseal(changed)).toBeNull();
    expect(unseal(sealed.subarray(0, index))).toBeNull();
  }
  expect(unseal(Buffer.concat([sealed, Buffer.of(0)]))).toBeNull();
});

test.each(["", "x", "not base64url!", `${sealPart("file", "text", "key")}=`])("%j is not sealed", (text) => {
  expect(unsealPart("file", text, "key")).toBeNull();
});
