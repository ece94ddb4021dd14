import { flushSync } from "react-dom";
import { v4 } from "uuid";
import { charactersOf, inBatches } from "@/components/edits/batches";
import type { Group } from "@/components/groups/group";
import { fillPage } from "@/components/listing/fill-page";
import { countOf } from "@/components/listing/range";
import { copiedValues } from "@/components/open-table/copied-values";
import { newValues } from "@/components/open-table/new-values";
import { undo } from "@/components/open-table/undo/undo-commands";
import { counted } from "@/components/tasks/counted";
import { withdrawOffer } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Record } from "@/lib/contract/records";
import { groupsOfCursor } from "../commands/collapse-commands";
import { activeOf, selectRange, wholeReachOf } from "../cursor/cursor";
import { rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import type { Hold } from "../input/typeahead-queue";
import { goByTask, notifyHidden, selectRows } from "./go-to-rows";
import { allOf, firstOf, type IdBatches, idsOf, tablePlaceOf } from "./row-ids";

/** Inserts a row beside the current range, or at the end if nothing is selected, and moves the cursor there. */
export async function insertRow(where: "above" | "below", grid: GridState): Promise<void> {
  const [area] = selectedAreas(grid);
  const { first, end } = area?.rows ?? { first: grid.bounds.rows, end: grid.bounds.rows };
  const row = where === "above" ? first : end;
  const idsAbove = row === 0 ? null : idsOf(grid, [{ first: row - 1, end: row }]);
  const values = initialValuesAt(grid);
  await goByTask(grid, "Inserting a record", async (run, hold) => {
    const after = idsAbove && (await firstOf(idsAbove(run)));
    withdrawOffer();
    const record = await write(
      "POST /bases/{databaseId}/tables/{tableId}/records",
      { params: tablePlaceOf(grid), body: { record: values, after } },
      run,
    );
    return goToNewRows(grid, { row, records: [record], hold });
  });
}

/** The initial values of a row created at the cursor. */
export function initialValuesAt(grid: GridState): { [fieldId: string]: unknown } {
  const { cursor, services } = grid;
  const groups = cursor.state === "idle" ? [] : sharedValues(grid);
  return newValues({ fields: services.table.fields, filter: services.filter, groups });
}

/** The values that the groups at the cursor have in common. */
function sharedValues(grid: GridState): Pick<Group, "field" | "value">[] {
  const groups = groupsOfCursor(grid);
  if (groups.length > 0) return groups;
  // Groups take longer to load than their first records, and there can be too many to load.
  const record = grid.recordAt(activeOf(grid.cursor).row);
  return grid.grouping.levels.flatMap(({ fields }) => {
    const field = fields.at(-1);
    return field && record ? [{ field, value: record.data[field.id] }] : [];
  });
}

/** The maximum number of rows to duplicate, because all of them are held in memory. */
const maxDuplicated = 20_000;

/** Duplicates the selected rows below the last of them. */
export async function duplicateRows(grid: GridState): Promise<void> {
  const ranges = rowsOf(selectedAreas(grid));
  const last = ranges.at(-1);
  if (!last) return;
  if (countOf(ranges) > maxDuplicated) {
    const title = `You can duplicate at most ${counted(maxDuplicated, "record")} at once`;
    return grid.services.notify({ title, isError: true });
  }
  const idBatches = idsOf(grid, ranges);
  await goByTask(grid, "Duplicating", async (run, hold) => {
    const ids = await allOf(idBatches(run));
    const originals = await readWhole(grid, ids, run);
    const changeSetId = v4();
    const copies: Record[] = [];
    for (const records of inBatches(
      originals.map((record) =>
        copiedValues(record, { table: grid.services.table, edits: grid.store.get() }),
      ),
      charactersOf,
    )) {
      if (run.signal.aborted) break;
      run.report({ done: copies.length, total: ids.length });
      const after = copies.at(-1)?.id ?? ids.at(-1) ?? null;
      copies.push(...(await createBelow(grid, { records, after, changeSetId }, run)));
    }
    return goToNewRows(grid, { row: last.end, records: copies, hold });
  });
}

/** Deleting more rows than this asks for confirmation. */
const maxUnconfirmed = 1_000;

/** Moves the selected rows to the trash. */
export async function deleteRows(grid: GridState): Promise<void> {
  const ranges = rowsOf(selectedAreas(grid));
  const count = countOf(ranges);
  if (count === 0) return;
  // In reverse order, because each deletion moves the rows below.
  const deletion = { first: ranges[0]?.first ?? 0, count, idBatches: idsOf(grid, ranges.toReversed()) };
  if (count <= maxUnconfirmed) return deleteAsked(grid, deletion);
  grid.services.show({
    is: "delete",
    rows: count,
    onAnswer: (isWanted) => void (isWanted && deleteAsked(grid, deletion)),
  });
}

/** The rows to delete. */
interface Deletion {
  readonly first: number;
  readonly count: number;
  readonly idBatches: IdBatches;
}

/** Keystrokes typed meanwhile apply to the next rows: pressed twice, the command deletes those too. */
async function deleteAsked(grid: GridState, deletion: Deletion): Promise<void> {
  const { notify, reloadRows } = grid.services;
  await goByTask(grid, "Deleting records", async (run, hold) => {
    // Pending edits of these rows would fail after the deletion.
    await orAborted(grid.store.whenSettled(), run.signal);
    const done = await deleteAll(grid, deletion, run).finally(reloadRows);
    const title = `${counted(done, "record")} deleted`;
    if (done > 0) notify({ title, action: { label: "Undo", onClick: () => void undo(grid) } });
    return hold.isWanted() && goToRowAfter(grid, deletion.first);
  });
}

/** Selects the cell or whole row now at the position of a deleted row. */
function goToRowAfter({ cursor, services }: GridState, row: number): boolean {
  const now = services.state();
  if (now.cursor.state === "editing") return false;
  const at = { ...activeOf(now.cursor), row };
  const reach = wholeReachOf(cursor) === "rows" ? "rows" : "cells";
  // Renders at once, because the queued keystrokes are meant for this row.
  flushSync(() => {
    services.takeFocus();
    now.setCursor(selectRange({ anchor: at, focus: at, reach }, now.bounds));
  });
  return true;
}

/** Deletes records until done or aborted, and returns the number deleted. */
async function deleteAll(
  grid: GridState,
  { count: total, idBatches }: Deletion,
  run: TaskRun,
): Promise<number> {
  const changeSetId = v4();
  let done = 0;
  for await (const recordIds of idBatches(run)) {
    if (run.signal.aborted) return done;
    run.report({ done, total });
    done += await deleteRecords(grid, { recordIds, changeSetId }, run);
  }
  return done;
}

/** Deletes records and returns how many existed: others may have deleted some meanwhile. */
async function deleteRecords(
  grid: GridState,
  { recordIds, changeSetId }: { recordIds: string[]; changeSetId: string },
  run: TaskRun,
): Promise<number> {
  if (recordIds.length === 0) return 0;
  withdrawOffer();
  try {
    await write(
      "DELETE /bases/{databaseId}/tables/{tableId}/records/bulk",
      { params: tablePlaceOf(grid), body: { recordIds }, changeSetId },
      run,
    );
    return recordIds.length;
  } catch (error) {
    const gone = goneOf(error);
    if (gone.size === 0) throw error;
    const rest = recordIds.filter((_, index) => !gone.has(`recordIds[${index}]`));
    return deleteRecords(grid, { recordIds: rest, changeSetId }, run);
  }
}

/** The paths of ids without a record, from the error's details. */
function goneOf(error: unknown): ReadonlySet<string> {
  return new Set(hasCode(error, "NOT_FOUND") ? error.details?.map(({ path }) => path) : []);
}

/** The maximum number of ids per filter. */
const maxAtOnce = 500;

/** Loads records by id, in that order, with all fields: rows contain only those the view shows. */
async function readWhole(grid: GridState, ids: readonly string[], run: TaskRun): Promise<Record[]> {
  const found = new Map<string, Record>();
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    run.report({ done: from, total: ids.length });
    const some = ids.slice(from, from + maxAtOnce);
    const { records } = await persist(
      () =>
        fillPage(
          (body) =>
            api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
              params: tablePlaceOf(grid),
              body,
              signal: run.signal,
            }),
          { limit: some.length, filter: { field: "id", in: some }, total: false },
        ),
      run,
    );
    for (const record of records) found.set(record.id, record);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

interface Copies {
  readonly records: { [fieldId: string]: unknown }[];
  readonly after: string | null;
  readonly changeSetId: string;
}

async function createBelow(
  grid: GridState,
  { records, after, changeSetId }: Copies,
  run: TaskRun,
): Promise<readonly Record[]> {
  const params = tablePlaceOf(grid);
  withdrawOffer();
  const created = await write(
    "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
    { params, body: { records }, changeSetId },
    run,
  );
  const recordIds = created.records.map(({ id }) => id);
  await write(
    "POST /bases/{databaseId}/tables/{tableId}/records/move",
    { params, body: { recordIds, after }, changeSetId },
    run,
  );
  return created.records;
}

/** New records, their intended row, and the hold on input meant for them. */
interface NewRows {
  readonly row: number;
  readonly records: readonly Record[];
  readonly hold: Hold;
}

/**
 * Selects new rows and returns true if it did. Follows a single record that the view has placed elsewhere, if it is
 * loaded.
 */
async function goToNewRows(grid: GridState, { row, records, hold }: NewRows): Promise<boolean> {
  const { services } = grid;
  await services.reloadRows();
  const { recordAt, rowOf, cursor } = services.state();
  const [first, ...more] = records;
  if (!first) return false;
  const isSameRecord = recordAt(row)?.id === first.id;
  const at = isSameRecord ? row : more.length === 0 ? rowOf(first.id) : undefined;
  if (at === undefined) notifyHidden(services, { records, lost: hold.end(false) });
  if (at === undefined || !hold.isWanted() || cursor.state === "editing") return false;
  const { column } = activeOf(cursor);
  const focus = { row: at + more.length, column };
  const reach = more.length > 0 ? "rows" : "cells";
  return selectRows(grid, { anchor: { row: at, column }, focus, reach }, first.id);
}
