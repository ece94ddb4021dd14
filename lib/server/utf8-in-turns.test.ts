import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeInTurns } from "./utf8-in-turns";

const utf8 = new TextDecoder("utf-8", { fatal: true });

test("decodes any text, wherever it is cut", async () => {
  const texts = fc.tuple(fc.nat(20), fc.string({ unit: "binary", minLength: 1, maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(texts, async ([shift, unit]) => {
      const text = "x".repeat(shift) + unit.repeat(300_000 / unit.length);
      const bytes = new TextEncoder().encode(text);
      expect((await decodeInTurns(bytes)) === utf8.decode(bytes)).toBe(true);
    }),
    { numRuns: 8 },
  );
});

test("omits a byte order mark, and only one", async () => {
  const text = `${"\ufeff".repeat(2)}${"é".repeat(200_000)}`;
  expect(await decodeInTurns(new TextEncoder().encode(text))).toBe(text.slice(1));
});

test.each([
  ["a lone continuation byte", [0x80]],
  ["continuation bytes without end", Array(250_100).fill(0x80)],
  ["half of a character at the end", [0xf0, 0x9f, 0x99]],
  ["an overlong form", [0xc0, 0xaf]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
])("refuses %s", async (_, wrong) => {
  for (const before of [0, 1, 2, 249_998, 249_999, 250_000, 400_000]) {
    const bytes = Buffer.concat([Buffer.alloc(before, "a"), Buffer.from(wrong), Buffer.alloc(300_000, "a")]);
    await expect(decodeInTurns(bytes.subarray(0, before + wrong.length))).rejects.toThrow(TypeError);
    await expect(decodeInTurns(bytes)).rejects.toThrow(TypeError);
  }
});

test("yields to others while it decodes a long text", async () => {
  const bytes = new TextEncoder().encode("永".repeat(5_000_000));
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  await decodeInTurns(bytes);
  expect(isServed).toBe(true);
});
