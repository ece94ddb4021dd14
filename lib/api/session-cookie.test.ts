import { afterEach, expect, test, vi } from "vitest";
import { endedCookies, knownTokens, sessionCookies, sessionToken } from "./session-cookie";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["http://localhost:3000", "rowhouse_session_3000", ""],
  ["http://tables.example.com", "rowhouse_session_80", ""],
  ["https://tables.example.com", "__Host-rowhouse_session", "; Secure"],
])("at %s", (address, name, secure) => {
  vi.stubEnv("APP_URL", address);
  const rest = `; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000${secure}`;
  const known = name.replace("session", "known");
  expect(sessionCookies({ token: "a-b_c", known: null })).toEqual([`${name}=a-b_c${rest}`]);
  expect(sessionCookies({ token: "a-b_c", known: "d-e_f" })).toEqual([
    `${name}=a-b_c${rest}`,
    `${known}=d-e_f${rest}`,
  ]);
  // A browser stays known when it signs out.
  expect(endedCookies()).toEqual([`${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`]);
  expect(knownTokens(`${name}=x; ${known}=y`)).toEqual(["y"]);
  expect(sessionToken(`a=b; ${name}=x`)).toEqual({ token: "x", isEarlier: false });
});

test.each([
  [null, undefined],
  ["", undefined],
  ["rowhouse_session_3000=", undefined],
  ["rowhouse_session_3000=a-b_c", { token: "a-b_c", isEarlier: false }],
  ["a=b; rowhouse_session_3000=x; c=d", { token: "x", isEarlier: false }],
  ["a=b;rowhouse_session_3000=x", { token: "x", isEarlier: false }],
  ["rowhouse_session=old", { token: "old", isEarlier: true }],
  ["rowhouse_session=old; rowhouse_session_3000=x", { token: "x", isEarlier: false }],
  // Another server set one of the two.
  ["rowhouse_session_3000=x; rowhouse_session_3000=y", undefined],
  ["rowhouse_session_3000=x; rowhouse_session_3000=y; rowhouse_session=old", undefined],
  ["rowhouse_session=old; rowhouse_session=x", undefined],
  ["rowhouse_session_3000=x; rowhouse_session_3000=x", { token: "x", isEarlier: false }],
  // The cookie of a server on another port.
  ["rowhouse_session_4000=x", undefined],
  ["not_rowhouse_session_3000=x", undefined],
  ["a=rowhouse_session_3000=x", undefined],
  ["ROWHOUSE_SESSION_3000=x", undefined],
])("the cookies %j hold the token %j", (cookies, token) => {
  vi.stubEnv("APP_URL", "http://localhost:3000");
  expect(sessionToken(cookies)).toEqual(token);
});
