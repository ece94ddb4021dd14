/** How much of each: a short round in `npm test`, all of it in `npm run faults`. */
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
 * What random calls are made from: always the same ones in `npm test`, so that it says the same twice; others each
 * time in `npm run faults`, which prints it. `FAULTS_SEED` makes those again.
 */
export const seed = Number(process.env.FAULTS_SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 31) : 1));

/** Time for a test that does so many things, however busy the machine is. */
export function timeFor(count: number, seconds: number): number {
  return 60_000 + count * seconds * 1_000;
}

function round(short: number, full: number): number {
  return isFull ? full : short;
}
