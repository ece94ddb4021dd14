import { expect, test } from "vitest";
import {
  databaseId,
  fieldId,
  mintDatabaseId,
  mintId,
  mintKey,
  recordId,
  tableId,
  timestamp,
  viewId,
} from "./ids";

test.each([
  ["database", mintDatabaseId, databaseId],
  ["table", () => mintId("t"), tableId],
  ["field", () => mintId("f"), fieldId],
  ["view", () => mintId("v"), viewId],
] as const)("ids of a %s are well-formed and unique", (_, mint, shape) => {
  const ids = Array.from({ length: 2_000 }, mint);
  for (const id of ids) expect(shape.parse(id)).toBe(id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a key is sk_prod_ and 40 characters that use the whole base58 alphabet", () => {
  const keys = Array.from({ length: 200 }, mintKey);
  for (const key of keys) expect(key).toMatch(/^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/);
  const characters = new Set(keys.flatMap((key) => [...key.slice("sk_prod_".length)]));
  expect(characters.size).toBe(58);
});

test.each([
  ["018f4f9e-7c1a-7000-8000-000000000000", "018f4f9e-7c1a-7000-8000-000000000000"],
  ["018F4F9E-7C1A-7000-8000-00000000000A", "018f4f9e-7c1a-7000-8000-00000000000a"],
  ["f47ac10b-58cc-4372-a567-0e02b2c3d479", "f47ac10b-58cc-4372-a567-0e02b2c3d479"],
  ["00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"],
])("%s is a record id", (given, id) => {
  expect(recordId.parse(given)).toBe(id);
});

test.each([
  "",
  "1",
  "018f4f9e7c1a70008000000000000000",
  "{018f4f9e-7c1a-7000-8000-000000000000}",
  " 018f4f9e-7c1a-7000-8000-000000000000",
  "018f4f9e-7c1a-7000-8000-000000000000\n",
  "018f4f9e-7c1a-7000-8000-00000000000g",
  "' OR 1=1 --",
])("%j is not a record id", (given) => {
  expect(recordId.safeParse(given).success).toBe(false);
});

test("a timestamp is UTC with milliseconds", () => {
  expect(timestamp.safeParse(new Date().toISOString()).success).toBe(true);
  for (const other of ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000+01:00", "2026-01-31"]) {
    expect(timestamp.safeParse(other).success).toBe(false);
  }
});
