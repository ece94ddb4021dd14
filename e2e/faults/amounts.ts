/** The size of each test: short in `npm test`, full in `npm run faults`. */
const isFull = process.env.FAULTS === "full";

export const amounts = {
  serverKills: round(1, 100),
  postgresKills: round(1, 50),
  killsOfBoth: round(1, 25),
  terminations: round(1, 25),
  pairsOnOneCell: round(100, 20_000),
  pairsOnTwoCells: round(100, 20_000),
  deletedRecords: round(20, 2_000),
  deletedFields: round(10, 2_000),
  deletedTables: round(10, 2_000),
  cutConnections: round(24, 5_000),
  fullDisks: round(1, 5),
  requests: round(1_000, 100_000),
  undoSequences: round(4, 1_000),
  attackWindows: round(1, 5),
};

/**
 * The seed of random calls: fixed in `npm test`, so that runs are repeatable; random in `npm run faults`, which prints
 * it. `FAULTS_SEED` repeats a run.
 */
export const seed = Number(process.env.FAULTS_SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 31) : 1));

/** A timeout that suffices on a busy machine too. */
export function timeFor(count: number, seconds: number): number {
  return 60_000 + count * seconds * 1_000;
}

function round(short: number, full: number): number {
  return isFull ? full : short;
}
