/** Number of rounds of each law: some in `npm test`, more in `npm run test:long`, all in `npm run soak` and `npm run faults`. */
const lengths = ["short", "long", "full"];

/** Set by those commands. */
const length = process.env.ROUNDS ?? "short";
const column = lengths.indexOf(length);
if (column === -1) throw new Error(`ROUNDS must be one of ${lengths.join(", ")}; it is ${length}`);

export const isShort = length === "short";
export const isFull = length === "full";

/** Tags a test of pages that `npm test` runs: the main paths. `npm run test:long` runs the others. */
export const main = { tag: "@main" };

/** Tags a test of the API that takes long, for `npm run test:long`: other tests show its law in less time. */
export const long = { tag: "@long" };

/** Tags the tests of a walk over operations: `npm test` runs every eighth, `npm run test:long` all others. */
export function sampled(index: number): object {
  return index % 8 === 0 ? {} : long;
}

/** Tags a test that runs as many rounds as `rounds` says, more of them in `npm run test:long`. */
export const repeated = { tag: "@repeated" };

export const rounds = {
  modelCalls: pick(360, 3_000, 1_000_000),
  /** Random lists, searches and aggregates. */
  lists: pick(9, 40, 1_000),
  /** Filters for each operator of each field type. */
  filtersPerOperator: pick(1, 2, 5),
  /** Random values of each field type for each law. */
  valuesPerLaw: pick(12, 50, 1_000),
  /** Random formulas for each law. */
  formulas: pick(150, 500, 30_000),
  /** Random formulas in fields of a table. */
  formulaFields: pick(12, 40, 3_000),
  /** Random arguments of each function with an oracle. */
  argumentsPerFunction: pick(5, 12, 800),
  /** Bytes and damages that readers of files get. */
  hostileFiles: pick(80, 300, 1_000),
  /** Moves of three records into one gap. */
  movesIntoGap: pick(40, 70, 100),
  /** Submissions of one form. */
  submissions: pick(120, 300, 10_000),
  /** Records of a database whose files are exported and imported while others work. */
  recordsOfLargeDatabase: pick(100_000, 110_000, 300_000),
  /** Rows of a file whose import is undone. */
  undoneRows: pick(12_000, 25_000, 100_000),
  /** Deleted at once, with a hundred links each. */
  linkedRecords: pick(300, 500, 1_500),
  serverKills: pick(1, 2, 100),
  postgresKills: pick(1, 2, 50),
  killsOfBoth: pick(1, 2, 25),
  terminations: pick(1, 2, 25),
  webhookKills: pick(3, 6, 200),
  /** Changes that a webhook has to report at once. */
  webhookBurst: pick(6_000, 20_000, 100_000),
  cellUpdates: pick(400, 2_000, 16_000),
  pairsOnOneCell: pick(50, 200, 20_000),
  pairsOnTwoCells: pick(50, 200, 20_000),
  deletedRecords: pick(10, 100, 2_000),
  deletedFields: pick(5, 25, 2_000),
  deletedTables: pick(5, 25, 2_000),
  cutConnections: pick(24, 60, 5_000),
  fullDisks: pick(1, 2, 5),
  requests: pick(600, 1_200, 100_000),
  undoSequences: pick(2, 4, 1_000),
  attackWindows: pick(1, 2, 5),
};

/**
 * Seed of the random calls: fixed in `npm test`, so that it repeats itself; otherwise a new one each time, which is
 * printed. `SEED` runs the same calls again.
 */
export const seed = Number(
  process.env.SEED ?? (length === "short" ? 1 : Math.floor(Math.random() * 2 ** 31)),
);

/** A timeout in milliseconds that suffices on a busy machine too. */
export function timeFor(count: number, secondsEach: number): number {
  return 60_000 + count * secondsEach * 1_000;
}

function pick(...amounts: readonly [short: number, long: number, full: number]): number {
  return amounts[column] as number;
}
