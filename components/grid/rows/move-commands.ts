import { v4 } from "uuid";
import { countOf, type Range } from "@/components/listing/range";
import { moveRecords } from "@/components/open-table/records/move-records";
import { undo } from "@/components/open-table/undo/undo-commands";
import { counted } from "@/components/tasks/counted";
import { hasSelection, selectionOf } from "../cursor/cursor";
import type { Corners } from "../cursor/selection";
import { rowsOf } from "../cursor/selection";
import type { Position } from "../cursor/steps";
import { type GridState, selectedAreas } from "../grid-state";
import { goByTask, selectRows } from "./go-to-rows";
import { planMove, stepTarget } from "./move-plan";
import { allOf, firstOf, idsOf, tablePlaceOf } from "./row-ids";
import { whyFixed } from "./why-fixed";

/** Moves the selected rows one step. */
export function stepRows(way: "up" | "down", grid: GridState): Promise<void> {
  return moveRows(stepTarget(rowsOf(selectedAreas(grid)), way, grid.bounds.rows), grid);
}

/** The maximum number of rows to move, because all of their ids are held in memory. */
const maxMoved = 20_000;

/** Moves the selected rows before the row `to`; they stay selected. */
export async function moveRows(to: number, grid: GridState): Promise<void> {
  const { services, cursor } = grid;
  const rows = rowsOf(selectedAreas(grid));
  const count = countOf(rows);
  const why = whyFixed(services);
  if (why !== undefined) return services.notify({ title: "Records can't be moved here", detail: why });
  if (count > maxMoved) {
    const title = `You can move at most ${counted(maxMoved, "record")} at once`;
    return services.notify({ title, isError: true });
  }
  const plan = planMove(rows, to);
  if (!plan || !hasSelection(cursor)) return;
  const { first, after } = plan;
  const ids = idsOf(grid, rows);
  const idsAbove = after === null ? undefined : idsOf(grid, [{ first: after, end: after + 1 }]);
  await goByTask(grid, "Moving records", async (run, hold) => {
    const above = idsAbove ? await firstOf(idsAbove(run)) : null;
    if (idsAbove && above === null) throw new Error("The record above was deleted");
    const recordIds = await allOf(ids(run));
    const moved = await moveRecords(
      tablePlaceOf(grid),
      { recordIds, after: above, changeSetId: v4() },
      run,
    ).finally(services.reloadRows);
    const now = services.state();
    const isSameRecord = now.recordAt(first)?.id === recordIds[0];
    if (moved > 0) {
      const action = { label: "Undo", onClick: () => void undo(grid) };
      const detail = placeText({ first, end: first + moved });
      services.notify({
        title: `${counted(moved, "record")} moved`,
        action,
        ...(isSameRecord && { detail }),
      });
    }
    if (moved === 0 || !isSameRecord || !hold.isWanted() || now.cursor.state === "editing") return false;
    const { further, ...current } = selectionOf(cursor);
    const isOne = rows.length === 1 && further.length === 0 && moved === count;
    const corners = isOne ? shifted(current, first - (rows[0]?.first ?? 0)) : wholeRows(first, moved);
    return selectRows(grid, corners, recordIds[corners.anchor.row - first]);
  });
}

/** Describes the new position of moved rows. */
function placeText({ first, end }: Range): string {
  const [from, to] = [first + 1, end].map((row) => row.toLocaleString("en"));
  return from === to ? `Now row ${from}.` : `Now rows ${from} to ${to}.`;
}

function shifted({ anchor, focus, reach }: Corners, by: number): Corners {
  const along = ({ row, column }: Position): Position => ({ row: row + by, column });
  return { anchor: along(anchor), focus: along(focus), reach };
}

function wholeRows(first: number, count: number): Corners {
  return { anchor: { row: first, column: 0 }, focus: { row: first + count - 1, column: 0 }, reach: "rows" };
}
