import { inBatches } from "@/components/edits/batches";
import type { Range } from "@/components/listing/range";
import type { TaskRun } from "@/components/tasks/tasks";
import type { GridState } from "../grid-state";
import { loadedRecords } from "../writing/with-records";

/** Yields the ids of records, in batches of one request each. */
export type IdBatches = (run: TaskRun) => AsyncIterable<string[]>;

/**
 * The ids of the records in rows: those loaded now, whatever moves them before the task starts; otherwise page by page
 * from the server at that time.
 */
export function idsOf(grid: GridState, ranges: readonly Range[]): IdBatches {
  const loaded = loadedRecords(grid, ranges);
  return async function* inTurn(run) {
    if (loaded) {
      yield* inBatches(
        [...loaded.values()].map(({ id }) => id),
        () => 0,
      );
      return;
    }
    for (const rows of ranges) {
      for await (const records of grid.services.readRows({ rows, fieldIds: [] }, run)) {
        yield records.map(({ id }) => id);
      }
    }
  };
}

export async function allOf(idsInTurn: AsyncIterable<string[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of idsInTurn) ids.push(...some);
  return ids;
}

export async function firstOf(idsInTurn: AsyncIterable<string[]>): Promise<string | null> {
  for await (const [id] of idsInTurn) return id ?? null;
  return null;
}

/** The table that records are written to. */
export function tablePlaceOf({ services: { listing } }: GridState) {
  return { databaseId: listing.databaseId, tableId: listing.tableId };
}
