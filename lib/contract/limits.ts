import { fieldLimits, type Limit, readLimits as readTable } from "../field-types/limits";

/**
 * All limits of the service. A browser has no environment variables and uses the defaults, also for its forms.
 * docs/limits.md shows this table.
 */
const table = {
  bodyBytes: {
    variable: "MAX_BODY_BYTES",
    byDefault: 10_000_000,
    bounds: "bytes of a JSON body",
    beyond: 413,
  },
  /** One key or session may use half of it, so that a slow one does not block the others. */
  bodyBytesAtOnce: {
    variable: "MAX_BODY_BYTES_AT_ONCE",
    byDefault: 64_000_000,
    bounds: "bytes of JSON bodies that a server holds at once; half of it for one key or session",
    beyond: 503,
  },
  /** A hostile body fits five million values into 10 MB, and each invalid one is reported. */
  bodyValues: {
    variable: "MAX_BODY_VALUES",
    byDefault: 100_000,
    bounds: "values in a JSON body, not counting those that the records of a bulk call may have",
    beyond: 413,
  },
  /** Every problem in a filter is reported, and reporting costs more than reading. */
  readingValues: {
    variable: "MAX_READING_VALUES",
    byDefault: 10_000,
    bounds: "values in the JSON body of a read-only call",
    beyond: 413,
  },
  answerBytes: {
    variable: "MAX_ANSWER_BYTES",
    byDefault: 16_000_000,
    bounds:
      "bytes of a page of records, which ends early at this size; four times as many for the response of a bulk call",
    beyond: 413,
  },
  /** One key or session may use half of it. */
  answerBytesAtOnce: {
    variable: "MAX_ANSWER_BYTES_AT_ONCE",
    byDefault: 256_000_000,
    bounds: "bytes of responses that a server holds at once; half of it for one key or session",
    beyond: 503,
  },
  jsonDepth: {
    variable: "MAX_JSON_DEPTH",
    byDefault: 32,
    bounds: "nested lists and objects",
    beyond: 400,
  },
  /** Twice as many as a table has fields. */
  objectKeys: {
    variable: "MAX_OBJECT_KEYS",
    byDefault: 1_000,
    bounds: "keys of one object in a JSON body",
    beyond: 413,
  },
  attachmentBytes: {
    variable: "MAX_ATTACHMENT_BYTES",
    byDefault: 100_000_000,
    bounds: "bytes of an attachment",
    beyond: 413,
  },
  importBytes: {
    variable: "MAX_IMPORT_BYTES",
    byDefault: 1_000_000_000,
    bounds: "bytes of an imported file",
    beyond: 413,
  },
  /** A CSV file whose quote is never closed is one long row. */
  importRowCharacters: {
    variable: "MAX_IMPORT_ROW_CHARACTERS",
    byDefault: 32_000_000,
    bounds: "characters of a row of an imported file; a cell may have all of them",
    beyond: 400,
  },
  /** As many as a spreadsheet has. */
  importColumns: {
    variable: "MAX_IMPORT_COLUMNS",
    byDefault: 16_384,
    bounds: "columns of an imported file",
    beyond: 400,
  },
  unpackedBytes: {
    variable: "MAX_UNPACKED_BYTES",
    byDefault: 1_000_000_000,
    bounds: "bytes of an imported XLSX file when unpacked",
    beyond: 400,
  },
  unpackRatio: {
    variable: "MAX_UNPACK_RATIO",
    byDefault: 200,
    bounds: "times that a part of an imported XLSX file may grow when unpacked",
    beyond: 400,
  },
  sharedTextCharacters: {
    variable: "MAX_SHARED_TEXT_CHARACTERS",
    byDefault: 64_000_000,
    bounds:
      "characters of the texts that an imported XLSX file stores once for all cells; each counts 32 more",
    beyond: 400,
  },
  /** Attachments count, so it is far more than for a table. */
  databaseFileBytes: {
    variable: "MAX_DATABASE_FILE_BYTES",
    byDefault: 10_000_000_000,
    bounds: "bytes of an imported database file",
    beyond: 413,
  },
  unpackedDatabaseBytes: {
    variable: "MAX_UNPACKED_DATABASE_BYTES",
    byDefault: 50_000_000_000,
    bounds: "bytes of an imported database file when unpacked",
    beyond: 400,
  },
  /** It is held in memory. A hundred tables of 500 fields and fifty thousand attachments fit. */
  databaseJsonBytes: {
    variable: "MAX_DATABASE_JSON_BYTES",
    byDefault: 32_000_000,
    bounds: "bytes of `database.json` in an imported database file",
    beyond: 400,
  },
  ...fieldLimits,
  fieldsPerTable: {
    variable: "MAX_FIELDS_PER_TABLE",
    byDefault: 500,
    bounds: "fields of a table",
    beyond: 400,
  },
  tablesPerCall: {
    variable: "MAX_TABLES_PER_CALL",
    byDefault: 100,
    bounds: "tables in a call that creates a database",
    beyond: 400,
  },
  recordsPerCall: {
    variable: "MAX_RECORDS_PER_CALL",
    byDefault: 2_000,
    bounds: "records in a bulk call or a page of a list",
    beyond: 400,
  },
  /** Chained lookups multiply: four, through a hundred links each, would give a hundred million values. */
  lookupValues: {
    variable: "MAX_LOOKUP_VALUES",
    byDefault: 10_000,
    bounds: "values shown in a lookup cell; filters and search use all values",
  },
  lookupDepth: {
    variable: "MAX_LOOKUP_DEPTH",
    byDefault: 5,
    bounds: "links that lookups and other computed fields follow in a chain",
    beyond: 400,
  },
  formulasPerTable: {
    variable: "MAX_FORMULAS_PER_TABLE",
    byDefault: 100,
    bounds: "formula fields of a table",
    beyond: 400,
  },
  searchCharacters: {
    variable: "MAX_SEARCH_CHARACTERS",
    byDefault: 1_000,
    bounds:
      "characters in a search or in a condition that searches texts; ten times as many in a whole filter",
    beyond: 400,
  },
  sessionsPerKey: {
    variable: "MAX_SESSIONS_PER_KEY",
    byDefault: 20,
    bounds: "browsers signed in with one key; one more signs out the oldest",
  },
  databasesPerKey: {
    variable: "MAX_DATABASES_PER_KEY",
    byDefault: 1_000,
    bounds: "databases listed in one key",
    beyond: 400,
  },
  overlapSeconds: {
    variable: "MAX_OVERLAP_SECONDS",
    byDefault: 2_592_000,
    bounds: "seconds that the old secret of a rotated key stays valid beside the new one",
    beyond: 400,
  },
  changesDays: {
    variable: "KEEP_CHANGES_DAYS",
    byDefault: 30,
    bounds: "days that the change log, and with it history and undo, is kept",
  },
  trashDays: {
    variable: "KEEP_TRASH_DAYS",
    byDefault: 30,
    bounds: "days that deleted items stay in the trash",
  },
  requestsPerSecond: {
    variable: "RATE_LIMIT",
    byDefault: 100,
    bounds: "requests per second of one key and its sessions, or `off`",
    beyond: 429,
    canBeOff: true,
  },
  signInAttemptsPerMinute: {
    variable: "SIGN_IN_ATTEMPTS_PER_MINUTE",
    byDefault: 20,
    bounds: "failed sign-ins per minute for the whole service",
    beyond: 429,
  },
  signInAttemptsPerAddress: {
    variable: "SIGN_IN_ATTEMPTS_PER_ADDRESS",
    byDefault: 10,
    bounds: "failed sign-ins per minute from one address",
    beyond: 429,
  },
  liveStreams: {
    variable: "MAX_LIVE_STREAMS",
    byDefault: 100,
    bounds: "open streams of live changes per key, including its sessions, on one server",
    beyond: 429,
  },
  liveStreamsInAll: {
    variable: "MAX_LIVE_STREAMS_IN_ALL",
    byDefault: 1_000,
    bounds: "open streams of live changes on one server",
    beyond: 503,
  },
  databasesPerStream: {
    variable: "MAX_DATABASES_PER_STREAM",
    byDefault: 100,
    bounds: "databases in one stream of live changes",
    beyond: 400,
  },
  /** Beyond it, idle connections are closed, first those of the address that has most. */
  connections: {
    variable: "MAX_CONNECTIONS",
    byDefault: 4_000,
    bounds: "connections to a server; beyond it, a new one closes the longest idle one",
  },
  headerSeconds: {
    variable: "MAX_HEADER_SECONDS",
    byDefault: 20,
    bounds: "seconds until the headers of a request are complete",
    beyond: 408,
  },
  stallSeconds: {
    variable: "MAX_STALL_SECONDS",
    byDefault: 30,
    bounds: "seconds that a body may arrive too slowly or a response may go unread",
    beyond: 408,
  },
  bodyBytesPerSecond: {
    variable: "MIN_BODY_BYTES_PER_SECOND",
    byDefault: 1_000,
    bounds: "bytes per second below which a body arrives too slowly",
    beyond: 408,
  },
  readSeconds: {
    variable: "MAX_READ_SECONDS",
    byDefault: 10,
    bounds: "seconds that one reading statement may run",
    beyond: 503,
  },
  statementSeconds: {
    variable: "MAX_STATEMENT_SECONDS",
    byDefault: 30,
    bounds: "seconds that one writing statement may run",
    beyond: 503,
  },
  importSeconds: {
    variable: "MAX_IMPORT_SECONDS",
    byDefault: 3_600,
    bounds: "seconds that storing one imported file may take",
    beyond: 503,
  },
  /** An export holds a connection and keeps PostgreSQL from clearing up, however slowly it is read. */
  exportSeconds: {
    variable: "MAX_EXPORT_SECONDS",
    byDefault: 3_600,
    bounds: "seconds that one export may take; beyond it, the connection is closed",
  },
} as const satisfies Record<string, Limit>;

export const everyLimit: readonly Limit[] = Object.values(table);

export type Limits = Record<keyof typeof table, number>;

/**
 * Reads the limits from `environment`, with defaults for the rest. Throws an error that names an invalid variable.
 */
export function readLimits(environment?: Record<string, string | undefined>): Limits {
  return readTable(table, environment);
}

export const limits: Limits = readLimits();
