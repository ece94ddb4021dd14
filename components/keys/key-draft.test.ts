import { describe, expect, test } from "vitest";
import { type Key, keyCreate, keyUpdate } from "@/lib/contract/keys";
import { draftOf, emptyDraft, problemsInDraft, toKeyCreate, toKeyUpdate } from "./key-draft";

const now = new Date("2030-01-01T12:00:00.000Z");
const endOfMay5 = new Date(2031, 4, 5, 23, 59, 59, 999).toISOString();

const key: Key = {
  id: "019a9e5c-0000-7000-8000-000000000000",
  name: "Website",
  scopes: ["write", "read"],
  databases: ["5f0c1e9a7b3d2468"],
  createdAt: "2029-01-01T00:00:00.000Z",
  expiresAt: "2031-05-05T10:00:00.000Z",
  lastUsedAt: null,
  person: { id: "019a9e5c-0000-7000-8000-000000000001", name: "Ada" },
  madeBy: null,
  made: 0,
};

describe("toKeyCreate", () => {
  test.each([
    ["never", "", null],
    ["7", "", "2030-01-08T12:00:00.000Z"],
    ["365", "", "2031-01-01T12:00:00.000Z"],
    ["day", "2031-05-05", endOfMay5],
  ])("sets the expiry for %s %s", (expires, day, expiresAt) => {
    expect(toKeyCreate({ ...emptyDraft, name: "K", expires, day }, now)).toEqual({
      name: "K",
      scopes: ["read"],
      databases: null,
      expiresAt,
    });
  });

  test("names the chosen databases unless the key is for all", () => {
    const chosen = { ...emptyDraft, databases: ["a"] };
    expect(toKeyCreate({ ...chosen, isForSome: true }, now).databases).toEqual(["a"]);
    expect(toKeyCreate(chosen, now).databases).toBe(null);
  });
});

describe("toKeyUpdate sends", () => {
  const draft = draftOf(key);

  test.each([
    ["nothing if nothing changed", {}, {}],
    ["the name", { name: "App" }, { name: "App" }],
    ["the scopes", { scopes: ["read"] as const }, { scopes: ["read"] }],
    ["null for all databases", { isForSome: false }, { databases: null }],
    ["the chosen databases", { databases: ["a", "b"] }, { databases: ["a", "b"] }],
    ["null for no expiry", { expires: "never" }, { expiresAt: null }],
    ["no unchanged day of expiry", { day: "2031-05-05" }, {}],
    ["a changed day of expiry", { day: "2031-06-05" }, { expiresAt: expect.stringMatching(/^2031-06-0/) }],
  ])("%s", (_, change, expected) => {
    expect(
      toKeyUpdate({ ...draft, day: "2031-05-05", ...change }, { ...key, expiresAt: endOfMay5 }, now),
    ).toEqual(expected);
  });
});

describe("problemsInDraft reports a draft", () => {
  const good = { ...emptyDraft, name: "K" };

  test.each([
    ["nothing", {}, {}],
    ["without a name", { name: "" }, { name: "Cannot be empty" }],
    ["without a scope", { scopes: [] }, { scopes: "Choose at least one" }],
    ["without a database", { isForSome: true }, { databases: "Choose at least one" }],
    ["without a day", { expires: "day" }, { expiresAt: "Choose a day" }],
    [
      "with a day in the past",
      { expires: "day", day: "2020-01-01" },
      { expiresAt: "Must be in the future and before the year 10000" },
    ],
  ])("%s", (_, change, problems) => {
    const draft = { ...good, ...change };
    expect(problemsInDraft(draft, keyCreate, toKeyCreate(draft, new Date()))).toEqual(problems);
  });

  test("but accepts a past expiry that is unchanged", () => {
    const expired = { ...key, expiresAt: "2020-01-01T00:00:00.000Z" };
    const draft = { ...draftOf(expired), name: "App" };
    expect(problemsInDraft(draft, keyUpdate, toKeyUpdate(draft, expired, new Date()))).toEqual({});
  });
});
