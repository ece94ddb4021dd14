import { countOf, intersection, type Range } from "@/components/listing/range";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Record } from "@/lib/contract/records";
import type { GridState } from "../grid-state";

/** Records by row. */
export type RecordsByRow = ReadonlyMap<number, Record>;

/** The rows to read, and the progress title of a slow read. */
export interface RecordReading {
  readonly label: string;
  readonly rows: readonly Range[];
  readonly fieldIds?: readonly string[];
}

/** The records of these rows if all of them are loaded, otherwise undefined. */
export function loadedRecords(grid: GridState, rows: readonly Range[]): RecordsByRow | undefined {
  const { recordAt } = grid;
  const records = new Map<number, Record>();
  for (const { first, end } of rows.map((range) => existingRowsIn(grid, range))) {
    for (let row = first; row < end; row += 1) {
      const record = recordAt(row);
      // Usually the first of very many.
      if (!record) return undefined;
      records.set(row, record);
    }
  }
  return records;
}

/** The latest loaded versions of these records, wherever they are now. */
export function latestVersionsOf({ findRecord }: GridState, records: RecordsByRow): RecordsByRow {
  return new Map([...records].map(([row, record]) => [row, findRecord(record.id) ?? record]));
}

/** Clips a range to the existing rows. */
export function existingRowsIn({ bounds }: GridState, rows: Range): Range {
  const { first, end } = intersection(rows, { first: 0, end: bounds.rows });
  return { first, end: Math.max(first, end) };
}

/**
 * Calls `act` with the records of rows: at once if they are loaded, otherwise in a task that reads them. Behind other
 * tasks, it takes the records loaded at the time of the request, because rows may move meanwhile.
 */
export function withRecords(
  grid: GridState,
  { label, rows, fieldIds }: RecordReading,
  act: (records: RecordsByRow) => void,
): void {
  const { tasks } = grid.services;
  const there = rows.map((range) => existingRowsIn(grid, range));
  const loaded = loadedRecords(grid, there);
  if (loaded && !tasks.isBusy()) act(loaded);
  else {
    void tasks.run(label, async (run) =>
      act(loaded ? latestVersionsOf(grid, loaded) : await readRecords(grid, { rows: there, fieldIds }, run)),
    );
  }
}

/** Reads the records of rows from the server. */
export async function readRecords(
  { services }: GridState,
  { rows, fieldIds }: Pick<RecordReading, "rows" | "fieldIds">,
  run: TaskRun,
): Promise<RecordsByRow> {
  const records = new Map<number, Record>();
  const total = countOf(rows);
  for (const range of rows) {
    let row = range.first;
    for await (const page of services.readRows({ rows: range, ...(fieldIds && { fieldIds }) }, run)) {
      run.signal.throwIfAborted();
      for (const record of page) {
        records.set(row, record);
        row += 1;
      }
      run.report({ done: records.size, total });
    }
  }
  return records;
}
