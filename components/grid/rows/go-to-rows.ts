import { flushSync } from "react-dom";
import { openRecord } from "@/components/open-table/open-record";
import type { TableServices } from "@/components/open-table/use-table-services";
import { counted } from "@/components/tasks/counted";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Record } from "@/lib/contract/records";
import { revealRow } from "../commands/collapse-commands";
import { activeOf, selectRange } from "../cursor/cursor";
import type { Corners } from "../cursor/selection";
import type { GridState } from "../grid-state";
import type { Hold } from "../input/typeahead-queue";

/**
 * Runs a task that moves the cursor. Keystrokes typed meanwhile are queued for its destination, and dropped with a
 * message if `act` returns false.
 */
export async function goByTask(
  grid: GridState,
  label: string,
  act: (run: TaskRun, hold: Hold) => Promise<boolean>,
): Promise<void> {
  const { typeahead, tasks } = grid.services;
  const hold = typeahead.hold();
  let hasArrived = false;
  await tasks.run(label, async (run) => {
    hasArrived = await act(run, hold);
  });
  endHold(grid, hold, hasArrived);
}

/** Ends a hold. Reports the text that was typed for a row at which the cursor has not arrived. */
export function endHold(grid: GridState, hold: Hold, hasArrived: boolean): void {
  const lost = hold.end(hasArrived);
  if (lost !== "") grid.onNotSaved(`“${lost}” was typed for a record that is not visible here`);
}

/** Selects rows at their new position. Returns true if the cursor is on the given record then. */
export function selectRows({ services }: GridState, corners: Corners, recordId: string | undefined): boolean {
  const grid = services.state();
  // Renders at once, because the queued keystrokes are meant for these rows.
  flushSync(() => {
    revealRow(corners.anchor.row, grid);
    services.takeFocus();
    // The new rows may not be counted yet.
    const rows = Math.max(grid.bounds.rows, corners.anchor.row + 1, corners.focus.row + 1);
    grid.setCursor(selectRange(corners, { ...grid.bounds, rows, hiddenRows: [] }));
  });
  const { cursor, recordAt } = services.state();
  return recordId !== undefined && recordAt(activeOf(cursor).row)?.id === recordId;
}

/** Reports that new rows are hidden from the current view, and the text typed for them, if any. */
export function notifyHidden(
  { notify }: TableServices,
  { records, lost = "" }: { records: readonly Pick<Record, "id">[]; lost?: string },
): void {
  const [first, ...more] = records;
  if (!first) return;
  const where = `${more.length === 0 ? "It is" : "They are"} not visible here because of the view's filter, sorting or grouping.`;
  const detail = lost === "" ? where : `${where} “${lost}” was not saved.`;
  const action = { label: "Open record", onClick: () => openRecord(first.id) };
  notify({
    title: `${counted(records.length, "record")} added`,
    detail,
    ...(more.length === 0 && { action }),
  });
}
