import { expect, test } from "vitest";
import type { DatabaseDescription } from "../../contract/database-file";
import { isSealed, sealDescription } from "./sealed-description";

const description: DatabaseDescription = {
  format: "rowhouse-database",
  version: 1,
  exportedAt: "2026-01-31T09:30:00.000Z",
  name: 'Quotes ","sha256":"0000000000000000000000000000000000000000000000000000000000000000"}',
  tables: [],
  attachments: [],
};

test("a sealed description is JSON with its checksum", () => {
  const sealed = sealDescription(description);
  expect(JSON.parse(sealed)).toEqual({ ...description, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(isSealed(sealed)).toBe(true);
  expect(isSealed(`${sealed}\n`)).toBe(true);
});

test("any change of a character breaks the seal", () => {
  const sealed = sealDescription(description);
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === "x" ? "y" : "x";
    expect(isSealed(sealed.slice(0, at) + other + sealed.slice(at + 1)), `at ${at}`).toBe(false);
  }
});

test.each(["", "{}", "null", '{"sha256":""}', '{"a":1,"sha256":"0"}'])("%j is not sealed", (text) => {
  expect(isSealed(text)).toBe(false);
});
