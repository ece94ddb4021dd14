import { describe, expect, test } from "vitest";
import { ApiError } from "../../contract/errors";
import { areWithin, isOwn, type Rights, refuseExcess, requireOwn } from "./rights";

const all: Rights = { scopes: ["read", "write", "schema", "keys"], databases: null, expiresAt: null };
const soon = new Date("2030-01-01T00:00:00.000Z");
const later = new Date("2031-01-01T00:00:00.000Z");

describe("rights are within", () => {
  test.each<[what: string, rights: Rights, own: Rights]>([
    ["all of them", all, all],
    ["fewer scopes", { ...all, scopes: ["read"] }, all],
    ["some databases of all", { ...all, databases: ["a"] }, all],
    ["some databases of some", { ...all, databases: ["a"] }, { ...all, databases: ["b", "a"] }],
    ["the same time", { ...all, expiresAt: soon }, { ...all, expiresAt: soon }],
    ["a shorter time", { ...all, expiresAt: soon }, { ...all, expiresAt: later }],
    ["some time of all", { ...all, expiresAt: soon }, all],
  ])("%s", (_, rights, own) => {
    expect(areWithin(rights, own)).toBe(true);
    expect(() => refuseExcess(rights, own)).not.toThrow();
  });
});

describe("rights are beyond", () => {
  const narrow: Rights = { scopes: ["read", "keys"], databases: ["a"], expiresAt: soon };

  test.each<[what: string, rights: Rights, path: string]>([
    ["one more scope", { ...narrow, scopes: ["keys", "write"] }, "scopes"],
    ["one more database", { ...narrow, databases: ["a", "b"] }, "databases"],
    ["all databases", { ...narrow, databases: null }, "databases"],
    ["a longer time", { ...narrow, expiresAt: later }, "expiresAt"],
    ["all time", { ...narrow, expiresAt: null }, "expiresAt"],
  ])("%s", (_, rights, path) => {
    expect(areWithin(rights, narrow)).toBe(false);
    const error = refusalOf(() => refuseExcess(rights, narrow));
    expect(error).toMatchObject({ code: "FORBIDDEN", details: [{ path }] });
    expect(error.message).toMatch(new RegExp(`^${path} `));
  });

  test("in several ways, each of which is reported", () => {
    const error = refusalOf(() => refuseExcess(all, narrow));
    expect(error.details?.map(({ path }) => path)).toEqual(["scopes", "databases", "expiresAt"]);
  });
});

test("rights include a database by name or by including all", () => {
  expect(isOwn("a", all)).toBe(true);
  expect(isOwn("a", { ...all, databases: ["a"] })).toBe(true);
  expect(isOwn("b", { ...all, databases: ["a"] })).toBe(false);
  expect(refusalOf(() => requireOwn("b", { ...all, databases: ["a"] }))).toMatchObject({
    code: "NOT_FOUND",
    message: 'There is no database "b".',
  });
});

function refusalOf(work: () => void): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing is refused");
}
