import { type Note, Tally } from "./notes";
import type { Reading, Row } from "./table";

/** The rows of a reading in batches, and the columns read so far if the format names them. */
interface Rows {
  readonly batches: AsyncIterable<readonly Row[]>;
  readonly columns?: () => readonly string[];
}

/** Makes a reading. Leaves out empty batches, and opens nothing before the iteration. */
export function reading(start: (tally: Tally) => Rows): Reading {
  const tally = new Tally();
  const { batches, columns } = start(tally);
  return {
    get columns(): readonly string[] | null {
      return columns?.() ?? null;
    },
    get notes(): readonly Note[] {
      return tally.notes;
    },
    async *[Symbol.asyncIterator]() {
      for await (const rows of batches) if (rows.length > 0) yield rows;
    },
  };
}
