import { eachInTurns } from "../turns";
import type { Batch } from "./record-batches";
import type { SheetRow, SheetWriter } from "./sheet";

/** Records formatted without a pause, which takes well under a millisecond. */
const rowsPerStep = 20;

/** Writes a file except for its foot, part by part, in turns with the calls of others. */
export async function* writeSheet(
  writer: Pick<SheetWriter, "head" | "rows">,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<string> {
  if (writer.head !== "") yield writer.head;
  for await (const batch of batches) {
    const parts: string[] = [];
    await eachInTurns(stepsOf(batch), (rows) => {
      parts.push(writer.rows(rows));
    });
    yield parts.join("");
  }
}

function* stepsOf({ rows, properties, cells }: Batch): Generator<SheetRow[]> {
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    yield rows.slice(start, start + rowsPerStep).map((row) => ({
      id: row[0],
      properties: properties.map((read) => read(row)),
      values: cells.map((read) => read(row)),
    }));
  }
}

/** Reads one item ahead, so that PostgreSQL and this process work at the same time. Ends with no read in progress. */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      // A failure is thrown when its item is wanted.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
  }
}
