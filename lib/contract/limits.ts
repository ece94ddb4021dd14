import { fieldLimits, type Limit, readLimits as readTable } from "../field-types/limits";

/**
 * What the service bounds, all in one place. A browser has no such variables and sees the defaults, which is
 * what its forms go by. docs/limits.md shows the same as a table.
 */
const table = {
  bodyBytes: {
    variable: "MAX_BODY_BYTES",
    byDefault: 10_000_000,
    bounds: "bytes of a JSON body",
    beyond: 413,
  },
  /** One key or session has half of it: a slow one holds up nobody else. */
  bodyBytesAtOnce: {
    variable: "MAX_BODY_BYTES_AT_ONCE",
    byDefault: 64_000_000,
    bounds: "bytes of JSON bodies that a server holds at once; of one key or session, half of them",
    beyond: 503,
  },
  /** A hostile body holds five million in 10 MB, and each that is wrong is told of. */
  bodyValues: {
    variable: "MAX_BODY_VALUES",
    byDefault: 100_000,
    bounds: "values in a JSON body, besides those that a bulk call's records may have",
    beyond: 413,
  },
  /** Whatever is wrong in a filter is told of, and telling costs more than reading. */
  readingValues: {
    variable: "MAX_READING_VALUES",
    byDefault: 10_000,
    bounds: "values in a JSON body of a call that only reads",
    beyond: 413,
  },
  answerBytes: {
    variable: "MAX_ANSWER_BYTES",
    byDefault: 16_000_000,
    bounds: "bytes of a page of records, which ends early then; a bulk call's answer has four times as many",
    beyond: 413,
  },
  /** One key or session has half of it. */
  answerBytesAtOnce: {
    variable: "MAX_ANSWER_BYTES_AT_ONCE",
    byDefault: 256_000_000,
    bounds: "bytes of answers that a server holds at once; of one key or session, half of them",
    beyond: 503,
  },
  jsonDepth: {
    variable: "MAX_JSON_DEPTH",
    byDefault: 32,
    bounds: "lists and objects within each other",
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
    bounds: "tables of a database that is being made",
    beyond: 400,
  },
  recordsPerCall: {
    variable: "MAX_RECORDS_PER_CALL",
    byDefault: 2_000,
    bounds: "records of a bulk call, and of a page of a list",
    beyond: 400,
  },
  /** Each lookup in a chain of them multiplies: four, through a hundred links each, would be a hundred million. */
  lookupValues: {
    variable: "MAX_LOOKUP_VALUES",
    byDefault: 10_000,
    bounds: "values that a lookup cell shows, the first ones; filters and search see all of them",
  },
  lookupDepth: {
    variable: "MAX_LOOKUP_DEPTH",
    byDefault: 5,
    bounds: "lookups that look at each other, one behind the other",
    beyond: 400,
  },
  searchCharacters: {
    variable: "MAX_SEARCH_CHARACTERS",
    byDefault: 1_000,
    bounds:
      "characters that a search or a condition looks for inside texts; ten times as many in a whole filter",
    beyond: 400,
  },
  sessionsPerKey: {
    variable: "MAX_SESSIONS_PER_KEY",
    byDefault: 20,
    bounds: "browsers that are signed in with one key; one more signs the oldest out",
  },
  databasesPerKey: {
    variable: "MAX_DATABASES_PER_KEY",
    byDefault: 1_000,
    bounds: "databases that one key names",
    beyond: 400,
  },
  overlapSeconds: {
    variable: "MAX_OVERLAP_SECONDS",
    byDefault: 2_592_000,
    bounds: "seconds that a rotated key's old secret stays good beside the new one",
    beyond: 400,
  },
  changesDays: {
    variable: "KEEP_CHANGES_DAYS",
    byDefault: 30,
    bounds: "days that the log of changes goes back, and with it history and undo",
  },
  trashDays: {
    variable: "KEEP_TRASH_DAYS",
    byDefault: 30,
    bounds: "days that deleted things lie in the trash",
  },
  requestsPerSecond: {
    variable: "RATE_LIMIT",
    byDefault: 100,
    bounds: "requests a second of one key, those of its sessions included, or `off`",
    beyond: 429,
    canBeOff: true,
  },
  signInAttemptsPerMinute: {
    variable: "SIGN_IN_ATTEMPTS_PER_MINUTE",
    byDefault: 20,
    bounds: "wrong sign-ins a minute, for the whole service",
    beyond: 429,
  },
  signInAttemptsPerAddress: {
    variable: "SIGN_IN_ATTEMPTS_PER_ADDRESS",
    byDefault: 10,
    bounds: "of these from one address",
    beyond: 429,
  },
  liveStreams: {
    variable: "MAX_LIVE_STREAMS",
    byDefault: 100,
    bounds: "streams of live changes that one key, with all its sessions, holds open at a server",
    beyond: 429,
  },
  liveStreamsInAll: {
    variable: "MAX_LIVE_STREAMS_IN_ALL",
    byDefault: 1_000,
    bounds: "streams of live changes that a server holds open",
    beyond: 503,
  },
  databasesPerStream: {
    variable: "MAX_DATABASES_PER_STREAM",
    byDefault: 100,
    bounds: "databases that one stream of live changes follows",
    beyond: 400,
  },
  /** Beyond it, connections at rest are closed, first those of the address that has most. */
  connections: {
    variable: "MAX_CONNECTIONS",
    byDefault: 4_000,
    bounds: "connections that a server holds; for a new one, the one that was longest at rest is closed",
  },
  headerSeconds: {
    variable: "MAX_HEADER_SECONDS",
    byDefault: 20,
    bounds: "seconds until the headers of a request are there",
    beyond: 408,
  },
  stallSeconds: {
    variable: "MAX_STALL_SECONDS",
    byDefault: 30,
    bounds: "seconds in which a body comes too slowly, or an answer is not taken",
    beyond: 408,
  },
  bodyBytesPerSecond: {
    variable: "MIN_BODY_BYTES_PER_SECOND",
    byDefault: 1_000,
    bounds: "bytes a second below which a body comes too slowly",
    beyond: 408,
  },
  readSeconds: {
    variable: "MAX_READ_SECONDS",
    byDefault: 10,
    bounds: "seconds that one statement may take the database to read",
    beyond: 503,
  },
  statementSeconds: {
    variable: "MAX_STATEMENT_SECONDS",
    byDefault: 30,
    bounds: "seconds that one statement of a change may take the database",
    beyond: 503,
  },
} as const satisfies Record<string, Limit>;

export const everyLimit: readonly Limit[] = Object.values(table);

export type Limits = Record<keyof typeof table, number>;

/** The limits that `environment` sets, the defaults elsewhere. Throws with a sentence that names a bad variable. */
export function readLimits(environment?: Record<string, string | undefined>): Limits {
  return readTable(table, environment);
}

export const limits: Limits = readLimits();
