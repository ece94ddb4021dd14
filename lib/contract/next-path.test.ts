import { expect, test } from "vitest";
import { loginPath, nextPath } from "./next-path";

test.each([
  "/",
  "/database/0123456789abcdef/tABCDEFGHJK",
  "/database/0123456789abcdef?view=a%20b&x=%2F%2Fevil.example",
  "/a#b",
])("%s is kept", (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  undefined,
  "",
  "database",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  " //evil.example",
  "/login",
  "/login?next=/login",
  ["/a", "/b"],
])("%s becomes the home page", (path) => {
  expect(nextPath(path)).toBe("/");
});

test("loginPath and nextPath round-trip", () => {
  const path = "/database/0123456789abcdef/tABCDEFGHJK?a=1&b=ä#c";
  const given = new URL(loginPath(path), "http://localhost").searchParams.get("next");
  expect(nextPath(given ?? undefined)).toBe("/database/0123456789abcdef/tABCDEFGHJK?a=1&b=%C3%A4#c");
  expect(loginPath("/")).toBe("/login?next=%2F");
});
