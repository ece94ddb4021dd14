import { afterEach, expect, test, vi } from "vitest";
import { sessionCookie, sessionToken } from "./session-cookie";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["http://localhost:3000", ""],
  ["https://tables.example.com", "; Secure"],
])("at %s", (address, secure) => {
  vi.stubEnv("APP_URL", address);
  expect(sessionCookie("a-b_c")).toBe(
    `rowhouse_session=a-b_c; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000${secure}`,
  );
  expect(sessionCookie(null)).toBe(`rowhouse_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`);
});

test.each([
  [null, undefined],
  ["", undefined],
  ["rowhouse_session=", undefined],
  ["rowhouse_session=a-b_c", "a-b_c"],
  ["a=b; rowhouse_session=x; c=d", "x"],
  ["a=b;rowhouse_session=x", "x"],
  ["not_rowhouse_session=x", undefined],
  ["a=rowhouse_session=x", undefined],
  ["ROWHOUSE_SESSION=x", undefined],
])("the cookies %j hold the token %j", (cookies, token) => {
  expect(sessionToken(cookies)).toBe(token);
});
