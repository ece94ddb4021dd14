/**
 * What the service bounds, all in one place: each with its environment variable. A browser has no such
 * variables and sees the defaults, which is what its forms go by.
 */
const table = {
  /** Bytes of a request's body. */
  bodyBytes: { variable: "MAX_BODY_BYTES", byDefault: 10_000_000 },
  /** Bytes of one attachment. */
  attachmentBytes: { variable: "MAX_ATTACHMENT_BYTES", byDefault: 100_000_000 },
  /** How deep arrays and objects of a body may nest. */
  jsonDepth: { variable: "MAX_JSON_DEPTH", byDefault: 32 },
  /** Characters (code points) of a name. */
  nameLength: { variable: "MAX_NAME_LENGTH", byDefault: 255 },
  fieldsPerTable: { variable: "MAX_FIELDS_PER_TABLE", byDefault: 500 },
  /** Tables of a database that is being made. */
  tablesPerCall: { variable: "MAX_TABLES_PER_CALL", byDefault: 100 },
  /** Records of one call: of a bulk write, and of a page of a list. */
  recordsPerCall: { variable: "MAX_RECORDS_PER_CALL", byDefault: 2_000 },
  /** Requests a second of one key or session; `off` for none. */
  requestsPerSecond: { variable: "RATE_LIMIT", byDefault: 100 },
  /** Wrong sign-ins a minute, for the whole service. */
  signInAttemptsPerMinute: { variable: "SIGN_IN_ATTEMPTS_PER_MINUTE", byDefault: 20 },
} as const;

export type Limits = Record<keyof typeof table, number>;

/** The limits that `environment` sets, the defaults elsewhere. Throws with a sentence that names a bad variable. */
export function readLimits(environment: Record<string, string | undefined>): Limits {
  const entries = Object.entries(table).map(([name, { variable, byDefault }]) => {
    const given = environment[variable];
    if (given === undefined || given === "") return [name, byDefault];
    if (given === "off" && variable === "RATE_LIMIT") return [name, Number.POSITIVE_INFINITY];
    if (!/^[1-9]\d{0,11}$/.test(given)) {
      throw new Error(
        `${variable} must be a whole number from 1 up${variable === "RATE_LIMIT" ? ", or off" : ""}; it is ${JSON.stringify(given)}`,
      );
    }
    return [name, Number(given)];
  });
  return Object.fromEntries(entries) as Limits;
}

export const limits: Limits = readLimits(typeof process === "undefined" ? {} : process.env);
