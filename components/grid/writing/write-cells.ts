import { v4 } from "uuid";
import { cellIdOf, cellOf } from "@/components/cells/cell";
import { isReadOnly } from "@/components/cells/editors";
import { clearFailure } from "@/components/cells/write-draft";
import { batchesOf, charactersOf, inBatches } from "@/components/edits/batches";
import type { CellId, Edit, Write } from "@/components/edits/edits";
import { isSameValue } from "@/components/edits/same-value";
import { indexesOf, lengthOf } from "@/components/listing/range";
import { withdrawOffer } from "@/components/tasks/messages";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import type { Record } from "@/lib/contract/records";
import type { Area } from "../cursor/selection";
import type { GridState } from "../grid-state";
import type { Filling, NewValue } from "./filling";
import { existingRowsIn, latestVersionsOf, loadedRecords, type RecordsByRow } from "./with-records";

/** The writes of one command: a single undo step, however many requests it takes. */
export interface CellWriting {
  /** The title of its progress: "Pasting". */
  readonly label: string;
  readonly fillings: readonly Filling[];
  /** The records of the rows at the time of the request; if left out, those that are loaded. */
  readonly records?: RecordsByRow | undefined;
  /** The number of rows to create below the last; the fillings contain their values. */
  readonly newRows?: number;
  /** Adds options that the values name and their fields lack. */
  readonly addsOptions?: true;
  /** Joins it to one undo step with other writes. */
  readonly changeSetId?: string;
  /** Called at the end with the source cells of moved values that were saved at their destination. */
  readonly onMoved?: (from: readonly CellId[], changeSetId: string) => void;
}

/**
 * Writes new values into cells. If all records are loaded and one request is enough, the values show at once and are
 * queued like typed edits. Otherwise a cancellable task with progress writes them. A task that waits for others writes
 * to the records loaded at the time of the request, because rows may move meanwhile.
 */
export async function writeCells(grid: GridState, writing: CellWriting): Promise<void> {
  const { fillings, newRows = 0, label, onMoved } = writing;
  const { tasks } = grid.services;
  const rows = fillings.map(({ area }) => area.rows);
  const records = writing.records ? latestVersionsOf(grid, writing.records) : loadedRecords(grid, rows);
  if (records && newRows === 0 && !onMoved && !tasks.isBusy()) {
    const [call, ...more] = batchesOf(editsOf(grid, { ...writing, records }, noMoves()));
    if (more.length === 0) {
      if (call) await grid.store.write({ edits: call, ...optionsOf(writing) });
      return;
    }
  }
  await tasks.run(label, (run) => writeInBatches(grid, { ...writing, records }, run));
}

/** The state of moved values. */
interface Moves {
  /** The destination cells, which must not be cleared even if another value moves away from them. */
  readonly into: Set<string>;
  /** The source cells of values that have arrived. */
  readonly from: Map<string, CellId>;
}

function noMoves(): Moves {
  return { into: new Set(), from: new Map() };
}

function noteArrived({ from }: Moves, values: readonly Pick<Edit, "movedFrom">[]): void {
  for (const { movedFrom } of values) if (movedFrom) from.set(keyOf(movedFrom), movedFrom);
}

/** The edits of a writing whose records are known. */
function editsOf(
  grid: GridState,
  { fillings, records }: CellWriting & { readonly records: RecordsByRow },
  moves: Moves,
): Edit[] {
  const edits: EditsByCell = new Map();
  for (const filling of fillings) {
    for (const row of indexesOf(existingRowsIn(grid, filling.area.rows))) {
      const record = records.get(row);
      if (record) fillRecord(grid, { row, record, filling }, { edits, moves });
    }
  }
  return [...edits.values()];
}

/** One edit per cell: the last. */
type EditsByCell = Map<string, Edit>;

/** Adds the edits of one record. */
function fillRecord(
  grid: GridState,
  { row, record, filling }: { row: number; record: Record; filling: Filling },
  { edits, moves }: { edits: EditsByCell; moves: Moves },
): void {
  for (const index of indexesOf(filling.area.columns)) {
    const column = grid.columns[index];
    const next = column && !isReadOnly(column) ? filling.valueAt(row, index) : undefined;
    if (!column || !next) continue;
    const cell = cellOf(column, record, grid.store);
    const edit = { ...cellIdOf(cell), ...next };
    if (next.movedFrom) moves.into.add(keyOf(edit));
    const isEdited = edits.has(keyOf(edit)) || !isSameValue(cell.value, next.value);
    if (isEdited) edits.set(keyOf(edit), edit);
    else {
      clearFailure(cell, grid);
      noteArrived(moves, [edit]);
    }
  }
}

async function writeInBatches(grid: GridState, writing: CellWriting, run: TaskRun): Promise<void> {
  const options = { changeSetId: v4(), ...optionsOf(writing) };
  const calls = inBatches(newRecords(grid, writing), charactersOf);
  const moves = noMoves();
  let written = 0;
  try {
    for await (const edits of readEdits(grid, { ...writing, moves }, run)) {
      for (const call of batchesOf(edits)) {
        run.signal.throwIfAborted();
        const outcome = await orAborted(grid.store.write({ edits: call, ...options }), run.signal);
        noteArrived(moves, outcome?.saved ?? []);
        written += 1;
      }
    }
    if (calls.length > 0) {
      await createRecords(grid, { calls, options }, run).finally(grid.services.reloadRows);
      noteArrived(moves, valuesInNewRows(grid, writing));
    }
    // Unsaved values stay in their source cells.
    if (run.signal.aborted) return;
    const left = [...moves.from].filter(([key]) => !moves.into.has(key)).map(([, cell]) => cell);
    writing.onMoved?.(left, options.changeSetId);
  } finally {
    if (run.signal.aborted) notifyStopped(grid, written);
  }
}

function notifyStopped({ services }: GridState, written: number): void {
  if (written === 0) return;
  services.notify({ title: "Stopped before the end", detail: "Use Undo to revert the changes made so far." });
}

/**
 * Yields the edits of a writing, for known records or page by page, so that any number of rows is possible. If the
 * edits may move rows that are still to be read, reads all rows before yielding any.
 */
async function* readEdits(
  grid: GridState,
  { moves, ...writing }: CellWriting & { readonly moves: Moves },
  run: TaskRun,
): AsyncGenerator<Edit[]> {
  const { fillings, records: known } = writing;
  if (known) {
    yield editsOf(grid, { ...writing, records: latestVersionsOf(grid, known) }, moves);
    return;
  }
  const mayMove = fillings.length > 1 || fillings.some(({ area }) => movesRows(grid, area));
  const total = fillings.reduce((sum, { area }) => sum + lengthOf(existingRowsIn(grid, area.rows)), 0);
  let edits: EditsByCell = new Map();
  let done = 0;
  for (const filling of fillings) {
    const rows = existingRowsIn(grid, filling.area.rows);
    let row = rows.first;
    for await (const records of grid.services.readRows({ rows, fieldIds: idsIn(grid, filling.area) }, run)) {
      for (const record of records) {
        fillRecord(grid, { row, record, filling }, { edits, moves });
        row += 1;
      }
      done += records.length;
      run.report({ done, total });
      if (mayMove) continue;
      yield [...edits.values()];
      edits = new Map();
    }
  }
  if (mayMove) yield [...edits.values()];
}

/** True if the view sorts or groups by the written fields. */
function movesRows(grid: GridState, area: Area): boolean {
  return idsIn(grid, area).some((id) => grid.services.orderedBy.includes(id));
}

function idsIn({ columns }: GridState, area: Area): string[] {
  return columns.slice(area.columns.first, area.columns.end).map(({ field }) => field.id);
}

type NewRecord = { readonly [fieldId: string]: unknown };

function newRecords(grid: GridState, { fillings, newRows = 0 }: CellWriting): NewRecord[] {
  return Array.from({ length: newRows }, (_, index) => {
    const row = grid.bounds.rows + index;
    const cells = fillings.flatMap(({ area, valueAt }) =>
      indexesOf(area.columns).flatMap((at) => {
        const column = grid.columns[at];
        const next = valueAt(row, at);
        const isSet = column && next && !isSameValue(next.value, column.fieldType.empty);
        return isSet ? [[column.field.id, next.value]] : [];
      }),
    );
    return Object.fromEntries(cells);
  });
}

function valuesInNewRows(grid: GridState, { fillings, newRows = 0 }: CellWriting): NewValue[] {
  const { rows } = grid.bounds;
  return fillings.flatMap(({ area, valueAt }) =>
    indexesOf({ first: rows, end: rows + newRows }).flatMap((row) =>
      indexesOf(area.columns).flatMap((column) => valueAt(row, column) ?? []),
    ),
  );
}

interface Creation {
  /** The records of each request. */
  readonly calls: readonly (readonly NewRecord[])[];
  readonly options: {
    readonly changeSetId: string;
    readonly changeSetName?: string;
    readonly addsOptions?: true;
  };
}

async function createRecords(
  { services: { listing } }: GridState,
  { calls, options: { addsOptions, ...options } }: Creation,
  run: TaskRun,
): Promise<void> {
  const { databaseId, tableId } = listing;
  withdrawOffer();
  const total = calls.reduce((sum, records) => sum + records.length, 0);
  let done = 0;
  for (const records of calls) {
    if (run.signal.aborted) return;
    run.report({ done, total });
    await write(
      "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
      {
        params: { databaseId, tableId },
        body: { records: [...records] },
        ...(addsOptions && { query: { typecast: "true" as const } }),
        ...options,
      },
      run,
    );
    done += records.length;
  }
}

function keyOf({ recordId, fieldId }: CellId): string {
  return `${recordId} ${fieldId}`;
}

function optionsOf({
  label,
  addsOptions,
  changeSetId,
}: CellWriting): Pick<Write, "addsOptions" | "changeSetId" | "changeSetName"> {
  const changeSetName = changeSetNames[label];
  return {
    ...(addsOptions && { addsOptions }),
    ...(changeSetId !== undefined && { changeSetId }),
    ...(changeSetName !== undefined && { changeSetName }),
  };
}

/** The names that undo and redo show for these commands. */
const changeSetNames: { readonly [label: string]: string | undefined } = {
  Pasting: "paste",
  Filling: "fill",
  Clearing: "clear",
};
