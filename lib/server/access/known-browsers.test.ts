import { expect, test } from "vitest";
import { knownBrowserOf, mintKnownToken } from "./known-browsers";

test("a token is of one browser and one password", () => {
  const [one, other] = [mintKnownToken("stored"), mintKnownToken("stored")];
  const id = knownBrowserOf(one, "stored");
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(knownBrowserOf(one, "stored")).toBe(id);
  expect(knownBrowserOf(other, "stored")).not.toBe(id);
  expect(knownBrowserOf(one, "stored later")).toBeUndefined();
});

test("nothing else is a token", () => {
  const token = mintKnownToken("stored");
  const changed = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
  for (const forged of ["", "x", changed, token.slice(0, -4), `${token}AAAA`, `${token}A`, token.slice(22)]) {
    expect(knownBrowserOf(forged, "stored")).toBeUndefined();
  }
});
