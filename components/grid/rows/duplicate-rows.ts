import { countOf } from "@/components/listing/range";
import { copyRecords } from "@/components/open-table/records/copy-records";
import { writableFields } from "@/components/open-table/writable-fields";
import { counted } from "@/components/tasks/counted";
import { rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import { goToNewRows } from "./go-to-new-rows";
import { goByTask } from "./go-to-rows";
import { allOf, idsOf, tablePlaceOf } from "./row-ids";

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
    const { table, lockedFieldIds } = grid.services;
    const fields = writableFields(table, lockedFieldIds);
    const copies = await copyRecords(tablePlaceOf(grid), { ids, fields, edits: grid.store.get }, run);
    return goToNewRows(grid, { row: last.end, records: copies, hold });
  });
}
