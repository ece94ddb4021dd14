import { flushSync } from "react-dom";
import { v4 } from "uuid";
import { countOf } from "@/components/listing/range";
import { deleteRecords } from "@/components/open-table/records/delete-records";
import { undo } from "@/components/open-table/undo/undo-commands";
import { counted } from "@/components/tasks/counted";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import { activeOf, selectRange, wholeReachOf } from "../cursor/cursor";
import { rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import { goByTask } from "./go-to-rows";
import { type IdBatches, idsOf, tablePlaceOf } from "./row-ids";

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
    done += await deleteRecords(tablePlaceOf(grid), { recordIds, changeSetId }, run);
  }
  return done;
}
