import { flushSync } from "react-dom";
import { v4 } from "uuid";
import { charactersOf, inCalls } from "@/components/edits/calls";
import { fillPage } from "@/components/listing/fill-page";
import { countOf } from "@/components/listing/range";
import { copiedValues } from "@/components/open-table/copied-values";
import { newValues } from "@/components/open-table/new-values";
import { undo } from "@/components/open-table/undo/undo-commands";
import { counted } from "@/components/tasks/counted";
import { withdrawOffer } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Record } from "@/lib/contract/records";
import { groupsOfCursor } from "../commands/fold-commands";
import { activeOf, selectRange, wholeReachOf } from "../cursor/cursor";
import { rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import type { Hold } from "../input/input-queue";
import { goByTask, sayElsewhere, selectRows } from "./go-to-rows";
import { allOf, firstOf, type IdsInCalls, idsOf, placeOf } from "./row-ids";

/** Makes an empty row beside those of the current range, or the last where nothing is selected, and goes there. */
export async function insertRow(where: "above" | "below", grid: GridState): Promise<void> {
  const [area] = selectedAreas(grid);
  const { first, end } = area?.rows ?? { first: grid.bounds.rows, end: grid.bounds.rows };
  const row = where === "above" ? first : end;
  const idsAbove = row === 0 ? null : idsOf(grid, [{ first: row - 1, end: row }]);
  const values = valuesHere(grid);
  await goByTask(grid, "Inserting a row", async (run, hold) => {
    const after = idsAbove && (await firstOf(idsAbove(run)));
    withdrawOffer();
    const record = await persist(
      (idempotencyKey) =>
        api("POST /bases/{databaseId}/tables/{tableId}/records", {
          params: placeOf(grid),
          body: { record: values, after },
          idempotencyKey,
        }),
      run,
    );
    return goToNewRows(grid, { row, records: [record], hold });
  });
}

/** What a row that is made where a person is has from the start. */
export function valuesHere(grid: GridState): { [fieldId: string]: unknown } {
  const { cursor, services } = grid;
  const groups = cursor.state === "idle" ? [] : groupsOfCursor(grid);
  return newValues({ fields: services.table.fields, filter: services.filter, groups });
}

/** More rows than this are a matter of the API: all of them are held here at once. */
const mostDuplicated = 20_000;

/** Makes the selected rows once more, below the last of them. */
export async function duplicateRows(grid: GridState): Promise<void> {
  const ranges = rowsOf(selectedAreas(grid));
  const last = ranges.at(-1);
  if (!last) return;
  if (countOf(ranges) > mostDuplicated) {
    const title = `At most ${counted(mostDuplicated, "row")} are duplicated at once`;
    return grid.services.notify({ title, isError: true });
  }
  const idsInCalls = idsOf(grid, ranges);
  await goByTask(grid, "Duplicating", async (run, hold) => {
    const ids = await allOf(idsInCalls(run));
    const originals = await readWhole(grid, ids, run);
    const changeSetId = v4();
    const copies: Record[] = [];
    for (const records of inCalls(
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

/** More rows than this are not deleted without asking. */
const mostUnasked = 1_000;

/** Moves the selected rows to the trash. */
export async function deleteRows(grid: GridState): Promise<void> {
  const ranges = rowsOf(selectedAreas(grid));
  const count = countOf(ranges);
  if (count === 0) return;
  // From the last on, as each that goes moves those below it.
  const deletion = { first: ranges[0]?.first ?? 0, count, idsInCalls: idsOf(grid, ranges.toReversed()) };
  if (count <= mostUnasked) return deleteAsked(grid, deletion);
  grid.services.show({
    is: "delete",
    rows: count,
    onAnswer: (isWanted) => void (isWanted && deleteAsked(grid, deletion)),
  });
}

/** Which rows are to be deleted. */
interface Deletion {
  readonly first: number;
  readonly count: number;
  readonly idsInCalls: IdsInCalls;
}

/** What is asked for meanwhile is for the rows that come after: pressed twice, it deletes the next ones too. */
async function deleteAsked(grid: GridState, deletion: Deletion): Promise<void> {
  const { notify, reloadRows } = grid.services;
  await goByTask(grid, "Deleting rows", async (run, hold) => {
    // Edits on their way to these rows would find them gone.
    await orAborted(grid.store.whenSettled(), run.signal);
    const done = await deleteAll(grid, deletion, run).finally(reloadRows);
    const title = `${counted(done, "row")} deleted`;
    if (done > 0) notify({ title, action: { label: "Undo", onClick: () => void undo(grid) } });
    return hold.isWanted() && goToRowAfter(grid, deletion.first);
  });
}

/** Selects what stands in a row that has been deleted: a whole row where such was selected. */
function goToRowAfter({ cursor, services }: GridState, row: number): boolean {
  const now = services.state();
  if (now.cursor.state === "editing") return false;
  const at = { ...activeOf(now.cursor), row };
  const reach = wholeReachOf(cursor) === "rows" ? "rows" : "cells";
  // Drawn at once: what waits is for what is drawn.
  flushSync(() => {
    services.takeFocus();
    now.setCursor(selectRange({ anchor: at, focus: at, reach }, now.bounds));
  });
  return true;
}

/** Deletes the records of rows as far as it gets, and says how many those are. */
async function deleteAll(
  grid: GridState,
  { count: total, idsInCalls }: Deletion,
  run: TaskRun,
): Promise<number> {
  const changeSetId = v4();
  let done = 0;
  for await (const recordIds of idsInCalls(run)) {
    if (run.signal.aborted) return done;
    run.report({ done, total });
    done += await deleteRecords(grid, { recordIds, changeSetId }, run);
  }
  return done;
}

/** Deletes records, and says how many were there to be deleted: others may have deleted some meanwhile. */
async function deleteRecords(
  grid: GridState,
  { recordIds, changeSetId }: { recordIds: string[]; changeSetId: string },
  run: TaskRun,
): Promise<number> {
  if (recordIds.length === 0) return 0;
  withdrawOffer();
  try {
    await persist(
      (idempotencyKey) =>
        api("DELETE /bases/{databaseId}/tables/{tableId}/records/bulk", {
          params: placeOf(grid),
          body: { recordIds },
          changeSetId,
          idempotencyKey,
        }),
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

/** Where in a call the ids stand that are of no record. */
function goneOf(error: unknown): ReadonlySet<string> {
  return new Set(hasCode(error, "NOT_FOUND") ? error.details?.map(({ path }) => path) : []);
}

/** As many ids as one filter names. */
const mostAtOnce = 500;

/** Records by their ids, in that order, with all their fields: rows have only those that the view shows. */
async function readWhole(grid: GridState, ids: readonly string[], run: TaskRun): Promise<Record[]> {
  const found = new Map<string, Record>();
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    run.report({ done: from, total: ids.length });
    const some = ids.slice(from, from + mostAtOnce);
    const { records } = await persist(
      () =>
        fillPage(
          (body) =>
            api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
              params: placeOf(grid),
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
  const params = placeOf(grid);
  withdrawOffer();
  const created = await persist(
    (idempotencyKey) =>
      api("POST /bases/{databaseId}/tables/{tableId}/records/bulk", {
        params,
        body: { records },
        changeSetId,
        idempotencyKey,
      }),
    run,
  );
  const recordIds = created.records.map(({ id }) => id);
  await persist(
    (idempotencyKey) =>
      api("POST /bases/{databaseId}/tables/{tableId}/records/move", {
        params,
        body: { recordIds, after },
        changeSetId,
        idempotencyKey,
      }),
    run,
  );
  return created.records;
}

/** What was made, in which row that was meant to be, and whether a person still waits for it. */
interface NewRows {
  readonly row: number;
  readonly records: readonly Record[];
  readonly hold: Hold;
}

/**
 * Selects rows that have been made, and gives whether they are. One that the view puts elsewhere is gone to as far as
 * it is at hand; what stands in its place is not what a person has asked for.
 */
async function goToNewRows(grid: GridState, { row, records, hold }: NewRows): Promise<boolean> {
  const { services } = grid;
  await services.reloadRows();
  const { recordAt, rowOf, cursor } = services.state();
  const [first, ...more] = records;
  if (!first) return false;
  const isThere = recordAt(row)?.id === first.id;
  const at = isThere ? row : more.length === 0 ? rowOf(first.id) : undefined;
  if (at === undefined) sayElsewhere(services, { records, lost: hold.end(false) });
  if (at === undefined || !hold.isWanted() || cursor.state === "editing") return false;
  const { column } = activeOf(cursor);
  const focus = { row: at + more.length, column };
  const reach = more.length > 0 ? "rows" : "cells";
  return selectRows(grid, { anchor: { row: at, column }, focus, reach }, first.id);
}
