import { expect, test } from "vitest";
import { limits, readLimits } from "./limits";

const defaults = {
  bodyBytes: 10_000_000,
  jsonDepth: 32,
  nameLength: 255,
  fieldsPerTable: 500,
  tablesPerCall: 100,
  attachmentBytes: 100_000_000,
  recordsPerCall: 2_000,
  requestsPerSecond: 100,
  signInAttemptsPerMinute: 20,
};

test("where the environment says nothing, the contract's limits hold", () => {
  expect(readLimits({})).toEqual(defaults);
  expect(readLimits({ MAX_BODY_BYTES: "", RATE_LIMIT: undefined, PATH: "/bin" })).toEqual(defaults);
  expect(limits).toEqual(defaults);
});

test.each([
  ["MAX_BODY_BYTES", "bodyBytes"],
  ["MAX_JSON_DEPTH", "jsonDepth"],
  ["MAX_NAME_LENGTH", "nameLength"],
  ["MAX_FIELDS_PER_TABLE", "fieldsPerTable"],
  ["MAX_TABLES_PER_CALL", "tablesPerCall"],
  ["MAX_ATTACHMENT_BYTES", "attachmentBytes"],
  ["MAX_RECORDS_PER_CALL", "recordsPerCall"],
  ["RATE_LIMIT", "requestsPerSecond"],
  ["SIGN_IN_ATTEMPTS_PER_MINUTE", "signInAttemptsPerMinute"],
])("%s sets %s alone", (variable, name) => {
  expect(readLimits({ [variable]: "7" })).toEqual({ ...defaults, [name]: 7 });
});

test("the rate limit can be off, nothing else can", () => {
  expect(readLimits({ RATE_LIMIT: "off" }).requestsPerSecond).toBe(Number.POSITIVE_INFINITY);
  expect(() => readLimits({ MAX_BODY_BYTES: "off" })).toThrow(
    'MAX_BODY_BYTES must be a whole number from 1 up; it is "off"',
  );
});

test.each(["0", "-1", "1.5", "1e3", "01", " 1", "many", "9999999999999"])("%j is no limit", (given) => {
  expect(() => readLimits({ RATE_LIMIT: given })).toThrow(
    `RATE_LIMIT must be a whole number from 1 up, or off; it is ${JSON.stringify(given)}`,
  );
});
