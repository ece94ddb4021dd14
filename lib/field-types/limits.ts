/** What bounds one thing: its environment variable, its default, what it bounds in words, and the answer beyond it. */
export interface Limit {
  readonly variable: string;
  readonly byDefault: number;
  readonly bounds: string;
  /** Left out where nobody can go beyond it. */
  readonly beyond?: number;
  /** Whether `off` lifts it. */
  readonly canBeOff?: boolean;
}

/** How many problems of one request are told of. Checking stops there: to describe each of a million takes seconds. */
export const mostProblems = 2_000;

/** What field types bound; the limits of all of the service (lib/contract/limits.ts) hold these too. */
export const fieldLimits = {
  nameLength: {
    variable: "MAX_NAME_LENGTH",
    byDefault: 255,
    bounds: "characters (code points) of a name, and of an option's label",
    beyond: 400,
  },
  optionsPerField: {
    variable: "MAX_OPTIONS_PER_FIELD",
    byDefault: 1_000,
    bounds: "options of a select field",
    beyond: 400,
  },
  filesPerCell: {
    variable: "MAX_FILES_PER_CELL",
    byDefault: 100,
    bounds: "files in a cell",
    beyond: 400,
  },
} as const satisfies Record<string, Limit>;

type Environment = Record<string, string | undefined>;

/** The limits that `environment` sets, the defaults elsewhere. Throws with a sentence that names a bad variable. */
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

/** A browser has no such variables and sees the defaults, which is what its forms go by. */
const surroundings: Environment = typeof process === "undefined" ? {} : process.env;

export const limits = readLimits(fieldLimits);
