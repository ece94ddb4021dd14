import { flushSync } from "react-dom";
import { openRecord } from "@/components/open-table/open-record";
import type { TableServices } from "@/components/open-table/use-table-services";
import { counted } from "@/components/tasks/counted";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Record } from "@/lib/contract/records";
import { uncover } from "../commands/fold-commands";
import { activeOf, selectRange } from "../cursor/cursor";
import type { Corners } from "../cursor/selection";
import type { GridState } from "../grid-state";
import type { Hold } from "../input/input-queue";

/**
 * Runs a task that leads somewhere, and gives whether the cursor has come there: what is asked for meanwhile is for
 * there, and for nowhere else.
 */
export async function goByTask(
  grid: GridState,
  label: string,
  act: (run: TaskRun, hold: Hold) => Promise<boolean>,
): Promise<void> {
  const { ahead, tasks } = grid.services;
  const hold = ahead.hold();
  let hasArrived = false;
  await tasks.run(label, async (run) => {
    hasArrived = await act(run, hold);
  });
  const lost = hold.end(hasArrived);
  if (lost !== "") grid.onNotSaved(`“${lost}”: the row that it was typed for is not here`);
}

/** Selects rows that have just come to where they are; gives whether the cursor is on that record then. */
export function selectRows({ services }: GridState, corners: Corners, recordId: string | undefined): boolean {
  const grid = services.state();
  // Drawn at once: what waits is for what is drawn.
  flushSync(() => {
    uncover(corners.anchor.row, grid);
    services.takeFocus();
    // They may not be counted yet.
    const rows = Math.max(grid.bounds.rows, corners.anchor.row + 1, corners.focus.row + 1);
    grid.setCursor(selectRange(corners, { ...grid.bounds, rows, folds: [] }));
  });
  const { cursor, recordAt } = services.state();
  return recordId !== undefined && recordAt(activeOf(cursor).row)?.id === recordId;
}

/** Says of new rows that they are not where a person would look for them; and what was typed for them, if anything. */
export function sayElsewhere(
  { notify }: TableServices,
  { records, lost = "" }: { records: readonly Pick<Record, "id">[]; lost?: string },
): void {
  const [first, ...more] = records;
  if (!first) return;
  const where = `${more.length === 0 ? "It is" : "They are"} outside of what the view shows here.`;
  const detail = lost === "" ? where : `${where} “${lost}” was not written.`;
  const action = { label: "Open record", onClick: () => openRecord(first.id) };
  notify({ title: `${counted(records.length, "row")} added`, detail, ...(more.length === 0 && { action }) });
}
