import { expect, test } from "vitest";
import { hashOf, mintSecret } from "./secrets";

test("secrets have 256 bits, are URL-safe and unique", () => {
  const secrets = Array.from({ length: 1_000 }, mintSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test("the stored hash is SHA-256", () => {
  expect(Buffer.from(hashOf("abc")).toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(hashOf("ä🙂")).toHaveLength(32);
});
