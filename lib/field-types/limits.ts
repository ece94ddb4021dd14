/** A limit: its environment variable and default. */
export interface Limit {
  readonly variable: string;
  readonly byDefault: number;
  /** Allows the value `off`. */
  readonly canBeOff?: boolean;
}

/**
 * Maximum number of problems reported for one request. Checking stops there, because describing a million takes
 * seconds.
 */
export const maxProblems = 2_000;

/** Limits of the field types, also included in lib/contract/limits.ts. */
export const fieldLimits = {
  nameLength: { variable: "MAX_NAME_LENGTH", byDefault: 255 },
  optionsPerField: { variable: "MAX_OPTIONS_PER_FIELD", byDefault: 1_000 },
  filesPerCell: { variable: "MAX_FILES_PER_CELL", byDefault: 100 },
} as const satisfies Record<string, Limit>;

type Environment = Record<string, string | undefined>;

/**
 * Reads the limits from `environment`, with defaults for the rest. Throws an error that names an invalid variable.
 */
export function readLimits<Name extends string>(
  table: Record<Name, Limit>,
  environment: Environment = surroundings,
): Record<Name, number> {
  const entries = Object.entries<Limit>(table).map(([name, limit]) => [name, read(limit, environment)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function read({ variable, byDefault, canBeOff = false }: Limit, environment: Environment): number {
  const given = environment[variable];
  if (given === undefined || given === "") return byDefault;
  if (given === "off" && canBeOff) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,11}$/.test(given)) return Number(given);
  throw new Error(
    `${variable} must be a whole number from 1 up${canBeOff ? ", or off" : ""}; it is ${JSON.stringify(given)}`,
  );
}

/** A browser has no environment variables and uses the defaults, also for its forms. */
const surroundings: Environment = typeof process === "undefined" ? {} : process.env;

export const limits = readLimits(fieldLimits);
