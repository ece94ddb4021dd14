import { describe, expect, test } from "vitest";
import { ApiError } from "../../contract/errors";
import {
  areWithin,
  type CallerRights,
  isOwn,
  ownDatabases,
  ownedDatabases,
  type PersonRights,
  type Rights,
  refuseExcess,
  requireOwn,
  roleIn,
} from "./rights";

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

describe("a key", () => {
  const owner = { id: "o", role: "owner", roles: {} } as const;

  test("of the installation's owner includes a database by name or by including all", () => {
    expect(isOwn("a", { ...all, person: owner })).toBe(true);
    expect(isOwn("a", callerOf(owner, ["a"]))).toBe(true);
    expect(isOwn("b", callerOf(owner, ["a"]))).toBe(false);
    expect(refusalOf(() => requireOwn("b", callerOf(owner, ["a"])))).toMatchObject({
      code: "NOT_FOUND",
      message: 'There is no database "b".',
    });
    expect([ownDatabases(callerOf(owner, null)), ownedDatabases(callerOf(owner, null))]).toEqual([
      null,
      null,
    ]);
    expect(ownedDatabases(callerOf(owner, ["a"]))).toEqual(["a"]);
  });

  test("of others has the person's roles in the databases that it includes", () => {
    const person = { id: "m", role: "member", roles: { a: "owner", b: "viewer" } } as const;
    const rolesOf = (caller: CallerRights) => ["a", "b", "c"].map((id) => roleIn(caller, id));
    expect(rolesOf(callerOf(person, null))).toEqual(["owner", "viewer", null]);
    expect(rolesOf(callerOf(person, ["b", "c"]))).toEqual([null, "viewer", null]);
    expect(rolesOf(callerOf(person, []))).toEqual([null, null, null]);
    expect(ownDatabases(callerOf(person, null))).toEqual(["a", "b"]);
    expect(ownDatabases(callerOf(person, ["b", "c"]))).toEqual(["b"]);
    expect(ownedDatabases(callerOf(person, null))).toEqual(["a"]);
    expect(ownedDatabases(callerOf(person, ["b", "c"]))).toEqual([]);
    expect(refusalOf(() => requireOwn("c", callerOf(person, null))).code).toBe("NOT_FOUND");
  });
});

function callerOf(person: PersonRights, databases: readonly string[] | null): CallerRights {
  return { ...all, databases, person };
}

function refusalOf(work: () => void): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing is refused");
}
