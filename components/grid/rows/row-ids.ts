import { inCalls } from "@/components/edits/calls";
import type { Range } from "@/components/listing/range";
import type { TaskRun } from "@/components/tasks/tasks";
import type { GridState } from "../grid-state";
import { recordsAtHand } from "../writing/with-records";

/** Gives the ids of records, as many at a time as one call takes. */
export type IdsInCalls = (run: TaskRun) => AsyncIterable<string[]>;

/**
 * The ids of the records of rows: of those that are at hand now, whatever moves them until the task's turn; else page
 * by page from the server then.
 */
export function idsOf(grid: GridState, ranges: readonly Range[]): IdsInCalls {
  const atHand = recordsAtHand(grid, ranges);
  return async function* inTurn(run) {
    if (atHand) {
      yield* inCalls(
        [...atHand.values()].map(({ id }) => id),
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

/** Where records are written to. */
export function placeOf({ services: { listing } }: GridState) {
  return { databaseId: listing.databaseId, tableId: listing.tableId };
}
