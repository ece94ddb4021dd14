import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyLimit, limits, readLimits } from "./limits";

const defaults = {
  bodyBytes: 10_000_000,
  bodyBytesAtOnce: 64_000_000,
  bodyValues: 100_000,
  readingValues: 10_000,
  answerBytes: 16_000_000,
  answerBytesAtOnce: 256_000_000,
  jsonDepth: 32,
  objectKeys: 1_000,
  importBytes: 1_000_000_000,
  importRowCharacters: 32_000_000,
  importColumns: 16_384,
  unpackedBytes: 1_000_000_000,
  unpackRatio: 200,
  sharedTextCharacters: 64_000_000,
  databaseFileBytes: 10_000_000_000,
  unpackedDatabaseBytes: 50_000_000_000,
  databaseJsonBytes: 32_000_000,
  nameLength: 255,
  optionsPerField: 1_000,
  filesPerCell: 100,
  fieldsPerTable: 500,
  tablesPerCall: 100,
  attachmentBytes: 100_000_000,
  recordsPerCall: 2_000,
  lookupValues: 10_000,
  lookupDepth: 5,
  formulasPerTable: 100,
  searchCharacters: 1_000,
  sessionsPerKey: 20,
  databasesPerKey: 1_000,
  passkeysPerPerson: 20,
  sharesPerDatabase: 100,
  webhooksPerDatabase: 50,
  deliveryDays: 30,
  formFileBytes: 10_000_000,
  formFilesPerField: 10,
  overlapSeconds: 2_592_000,
  changesDays: 30,
  trashDays: 30,
  auditDays: 180,
  requestsPerSecond: 100,
  signInAttemptsPerMinute: 20,
  signInAttemptsPerAddress: 10,
  openIdStartsPerAddress: 60,
  passkeyStartsPerAddress: 60,
  submissionsPerMinute: 10,
  formFilesPerMinute: 100,
  liveStreams: 100,
  liveStreamsInAll: 1_000,
  databasesPerStream: 100,
  presentPagesPerPerson: 50,
  presentPagesPerDatabase: 100,
  presenceSeconds: 60,
  connections: 4_000,
  headerSeconds: 20,
  stallSeconds: 30,
  bodyBytesPerSecond: 1_000,
  readSeconds: 10,
  statementSeconds: 30,
  importSeconds: 3_600,
  exportSeconds: 3_600,
};

test("the contract's limits are the defaults", () => {
  expect(readLimits({})).toEqual(defaults);
  expect(readLimits({ MAX_BODY_BYTES: "", RATE_LIMIT: undefined, PATH: "/bin" })).toEqual(defaults);
  expect(limits).toEqual(defaults);
});

test.each([
  ["MAX_BODY_BYTES", "bodyBytes"],
  ["MAX_BODY_BYTES_AT_ONCE", "bodyBytesAtOnce"],
  ["MAX_BODY_VALUES", "bodyValues"],
  ["MAX_READING_VALUES", "readingValues"],
  ["MAX_ANSWER_BYTES", "answerBytes"],
  ["MAX_ANSWER_BYTES_AT_ONCE", "answerBytesAtOnce"],
  ["MAX_JSON_DEPTH", "jsonDepth"],
  ["MAX_OBJECT_KEYS", "objectKeys"],
  ["MAX_IMPORT_BYTES", "importBytes"],
  ["MAX_IMPORT_ROW_CHARACTERS", "importRowCharacters"],
  ["MAX_IMPORT_COLUMNS", "importColumns"],
  ["MAX_UNPACKED_BYTES", "unpackedBytes"],
  ["MAX_UNPACK_RATIO", "unpackRatio"],
  ["MAX_SHARED_TEXT_CHARACTERS", "sharedTextCharacters"],
  ["MAX_DATABASE_FILE_BYTES", "databaseFileBytes"],
  ["MAX_UNPACKED_DATABASE_BYTES", "unpackedDatabaseBytes"],
  ["MAX_DATABASE_JSON_BYTES", "databaseJsonBytes"],
  ["MAX_NAME_LENGTH", "nameLength"],
  ["MAX_OPTIONS_PER_FIELD", "optionsPerField"],
  ["MAX_FILES_PER_CELL", "filesPerCell"],
  ["MAX_FIELDS_PER_TABLE", "fieldsPerTable"],
  ["MAX_TABLES_PER_CALL", "tablesPerCall"],
  ["MAX_ATTACHMENT_BYTES", "attachmentBytes"],
  ["MAX_RECORDS_PER_CALL", "recordsPerCall"],
  ["MAX_LOOKUP_VALUES", "lookupValues"],
  ["MAX_DATABASES_PER_KEY", "databasesPerKey"],
  ["MAX_PASSKEYS_PER_PERSON", "passkeysPerPerson"],
  ["MAX_SHARES_PER_DATABASE", "sharesPerDatabase"],
  ["FORM_FILE_BYTES", "formFileBytes"],
  ["MAX_FORM_FILES_PER_FIELD", "formFilesPerField"],
  ["MAX_OVERLAP_SECONDS", "overlapSeconds"],
  ["KEEP_CHANGES_DAYS", "changesDays"],
  ["KEEP_TRASH_DAYS", "trashDays"],
  ["KEEP_AUDIT_DAYS", "auditDays"],
  ["RATE_LIMIT", "requestsPerSecond"],
  ["SIGN_IN_ATTEMPTS_PER_MINUTE", "signInAttemptsPerMinute"],
  ["SIGN_IN_ATTEMPTS_PER_ADDRESS", "signInAttemptsPerAddress"],
  ["OPENID_STARTS_PER_ADDRESS", "openIdStartsPerAddress"],
  ["PASSKEY_STARTS_PER_ADDRESS", "passkeyStartsPerAddress"],
  ["FORM_SUBMISSIONS_PER_MINUTE", "submissionsPerMinute"],
  ["FORM_FILES_PER_MINUTE", "formFilesPerMinute"],
  ["MAX_LIVE_STREAMS", "liveStreams"],
  ["MAX_LIVE_STREAMS_IN_ALL", "liveStreamsInAll"],
  ["MAX_DATABASES_PER_STREAM", "databasesPerStream"],
  ["MAX_PRESENT_PAGES_PER_PERSON", "presentPagesPerPerson"],
  ["MAX_PRESENT_PAGES_PER_DATABASE", "presentPagesPerDatabase"],
  ["MAX_PRESENCE_SECONDS", "presenceSeconds"],
  ["MAX_CONNECTIONS", "connections"],
  ["MAX_HEADER_SECONDS", "headerSeconds"],
  ["MAX_STALL_SECONDS", "stallSeconds"],
  ["MIN_BODY_BYTES_PER_SECOND", "bodyBytesPerSecond"],
  ["MAX_STATEMENT_SECONDS", "statementSeconds"],
  ["MAX_IMPORT_SECONDS", "importSeconds"],
  ["MAX_EXPORT_SECONDS", "exportSeconds"],
])("%s sets %s alone", (variable, name) => {
  expect(readLimits({ [variable]: "7" })).toEqual({ ...defaults, [name]: 7 });
});

test("only the rate limit can be off", () => {
  expect(readLimits({ RATE_LIMIT: "off" }).requestsPerSecond).toBe(Number.POSITIVE_INFINITY);
  expect(() => readLimits({ MAX_BODY_BYTES: "off" })).toThrow(
    'MAX_BODY_BYTES must be a whole number from 1 up; it is "off"',
  );
});

test.each(["0", "-1", "1.5", "1e3", "01", " 1", "many", "9999999999999"])("%j is not a limit", (given) => {
  expect(() => readLimits({ RATE_LIMIT: given })).toThrow(
    `RATE_LIMIT must be a whole number from 1 up, or off; it is ${JSON.stringify(given)}`,
  );
});

test("docs/limits.md lists exactly these limits", () => {
  const page = readFileSync("docs/limits.md", "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(lines.map((line) => line.split(" | ").slice(0, 2).join(" | "))).toEqual(
    everyLimit.map(({ variable, byDefault }) => `| \`${variable}\` | ${byDefault.toLocaleString("en")}`),
  );
  for (const line of lines) expect(line).toMatch(/ \| [^|]+ \| ([45]\d\d )?\|$/);
});
