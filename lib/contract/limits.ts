import { fieldLimits, type Limit, readLimits as readTable } from "../field-types/limits";

/**
 * All limits of the service. A browser has no environment variables and uses the defaults, also for its forms.
 * docs/limits.md describes each, with the status beyond it: their descriptions would be in the scripts of every page.
 */
const table = {
  bodyBytes: { variable: "MAX_BODY_BYTES", byDefault: 10_000_000 },
  /** One key or session may use half of it, so that a slow one does not block the others. */
  bodyBytesAtOnce: { variable: "MAX_BODY_BYTES_AT_ONCE", byDefault: 64_000_000 },
  /** A hostile body fits five million values into 10 MB, and each invalid one is reported. */
  bodyValues: { variable: "MAX_BODY_VALUES", byDefault: 100_000 },
  /** Every problem in a filter is reported, and reporting costs more than reading. */
  readingValues: { variable: "MAX_READING_VALUES", byDefault: 10_000 },
  answerBytes: { variable: "MAX_ANSWER_BYTES", byDefault: 16_000_000 },
  /** One key or session may use half of it. */
  answerBytesAtOnce: { variable: "MAX_ANSWER_BYTES_AT_ONCE", byDefault: 256_000_000 },
  jsonDepth: { variable: "MAX_JSON_DEPTH", byDefault: 32 },
  /** Twice as many as a table has fields. */
  objectKeys: { variable: "MAX_OBJECT_KEYS", byDefault: 1_000 },
  attachmentBytes: { variable: "MAX_ATTACHMENT_BYTES", byDefault: 100_000_000 },
  importBytes: { variable: "MAX_IMPORT_BYTES", byDefault: 1_000_000_000 },
  /** A CSV file whose quote is never closed is one long row. */
  importRowCharacters: { variable: "MAX_IMPORT_ROW_CHARACTERS", byDefault: 32_000_000 },
  /** As many as a spreadsheet has. */
  importColumns: { variable: "MAX_IMPORT_COLUMNS", byDefault: 16_384 },
  unpackedBytes: { variable: "MAX_UNPACKED_BYTES", byDefault: 1_000_000_000 },
  unpackRatio: { variable: "MAX_UNPACK_RATIO", byDefault: 200 },
  sharedTextCharacters: { variable: "MAX_SHARED_TEXT_CHARACTERS", byDefault: 64_000_000 },
  /** Attachments count, so it is far more than for a table. */
  databaseFileBytes: { variable: "MAX_DATABASE_FILE_BYTES", byDefault: 10_000_000_000 },
  unpackedDatabaseBytes: { variable: "MAX_UNPACKED_DATABASE_BYTES", byDefault: 50_000_000_000 },
  /** It is held in memory. A hundred tables of 500 fields and fifty thousand attachments fit. */
  databaseJsonBytes: { variable: "MAX_DATABASE_JSON_BYTES", byDefault: 32_000_000 },
  ...fieldLimits,
  fieldsPerTable: { variable: "MAX_FIELDS_PER_TABLE", byDefault: 500 },
  tablesPerCall: { variable: "MAX_TABLES_PER_CALL", byDefault: 100 },
  recordsPerCall: { variable: "MAX_RECORDS_PER_CALL", byDefault: 2_000 },
  /** Chained lookups multiply: four, through a hundred links each, would give a hundred million values. */
  lookupValues: { variable: "MAX_LOOKUP_VALUES", byDefault: 10_000 },
  lookupDepth: { variable: "MAX_LOOKUP_DEPTH", byDefault: 5 },
  formulasPerTable: { variable: "MAX_FORMULAS_PER_TABLE", byDefault: 100 },
  searchCharacters: { variable: "MAX_SEARCH_CHARACTERS", byDefault: 1_000 },
  sessionsPerKey: { variable: "MAX_SESSIONS_PER_KEY", byDefault: 20 },
  databasesPerKey: { variable: "MAX_DATABASES_PER_KEY", byDefault: 1_000 },
  passkeysPerPerson: { variable: "MAX_PASSKEYS_PER_PERSON", byDefault: 20 },
  sharesPerDatabase: { variable: "MAX_SHARES_PER_DATABASE", byDefault: 100 },
  webhooksPerDatabase: { variable: "MAX_WEBHOOKS_PER_DATABASE", byDefault: 50 },
  formFileBytes: { variable: "FORM_FILE_BYTES", byDefault: 10_000_000 },
  formFilesPerField: { variable: "MAX_FORM_FILES_PER_FIELD", byDefault: 10 },
  overlapSeconds: { variable: "MAX_OVERLAP_SECONDS", byDefault: 2_592_000 },
  changesDays: { variable: "KEEP_CHANGES_DAYS", byDefault: 30 },
  trashDays: { variable: "KEEP_TRASH_DAYS", byDefault: 30 },
  deliveryDays: { variable: "KEEP_DELIVERY_DAYS", byDefault: 30 },
  auditDays: { variable: "KEEP_AUDIT_DAYS", byDefault: 180 },
  requestsPerSecond: { variable: "RATE_LIMIT", byDefault: 100, canBeOff: true },
  signInAttemptsPerMinute: { variable: "SIGN_IN_ATTEMPTS_PER_MINUTE", byDefault: 20 },
  signInAttemptsPerAddress: { variable: "SIGN_IN_ATTEMPTS_PER_ADDRESS", byDefault: 10 },
  openIdStartsPerAddress: { variable: "OPENID_STARTS_PER_ADDRESS", byDefault: 60 },
  passkeyStartsPerAddress: { variable: "PASSKEY_STARTS_PER_ADDRESS", byDefault: 60 },
  /** Submissions of one form by one address, as those of files are. Off with `RATE_LIMIT`. */
  submissionsPerMinute: { variable: "FORM_SUBMISSIONS_PER_MINUTE", byDefault: 10 },
  formFilesPerMinute: { variable: "FORM_FILES_PER_MINUTE", byDefault: 100 },
  liveStreams: { variable: "MAX_LIVE_STREAMS", byDefault: 100 },
  liveStreamsInAll: { variable: "MAX_LIVE_STREAMS_IN_ALL", byDefault: 1_000 },
  databasesPerStream: { variable: "MAX_DATABASES_PER_STREAM", byDefault: 100 },
  presentPagesPerPerson: { variable: "MAX_PRESENT_PAGES_PER_PERSON", byDefault: 50 },
  /** Each change sends all people present to each of them. */
  presentPagesPerDatabase: { variable: "MAX_PRESENT_PAGES_PER_DATABASE", byDefault: 100 },
  presenceSeconds: { variable: "MAX_PRESENCE_SECONDS", byDefault: 60 },
  /** Beyond it, idle connections are closed, first those of the address that has most. */
  connections: { variable: "MAX_CONNECTIONS", byDefault: 4_000 },
  headerSeconds: { variable: "MAX_HEADER_SECONDS", byDefault: 20 },
  stallSeconds: { variable: "MAX_STALL_SECONDS", byDefault: 30 },
  bodyBytesPerSecond: { variable: "MIN_BODY_BYTES_PER_SECOND", byDefault: 1_000 },
  readSeconds: { variable: "MAX_READ_SECONDS", byDefault: 10 },
  statementSeconds: { variable: "MAX_STATEMENT_SECONDS", byDefault: 30 },
  importSeconds: { variable: "MAX_IMPORT_SECONDS", byDefault: 3_600 },
  /** An export holds a connection and keeps PostgreSQL from clearing up, however slowly it is read. */
  exportSeconds: { variable: "MAX_EXPORT_SECONDS", byDefault: 3_600 },
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
