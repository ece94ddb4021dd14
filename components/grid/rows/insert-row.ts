import { withRequiredValues } from "@/components/open-table/required-values";
import { writableFields } from "@/components/open-table/writable-fields";
import { withdrawOffer } from "@/components/tasks/messages";
import { write } from "@/components/tasks/write";
import { type GridState, selectedAreas } from "../grid-state";
import { goToNewRows } from "./go-to-new-rows";
import { goByTask } from "./go-to-rows";
import { initialValuesAt } from "./initial-values";
import { firstOf, idsOf, tablePlaceOf } from "./row-ids";

/** Inserts a row beside the current range, or at the end if nothing is selected, and moves the cursor there. */
export async function insertRow(where: "above" | "below", grid: GridState): Promise<void> {
  const [area] = selectedAreas(grid);
  const { first, end } = area?.rows ?? { first: grid.bounds.rows, end: grid.bounds.rows };
  const row = where === "above" ? first : end;
  const idsAbove = row === 0 ? null : idsOf(grid, [{ first: row - 1, end: row }]);
  const { services } = grid;
  const values = await withRequiredValues({
    ...tablePlaceOf(grid),
    fields: writableFields(services.table, services.lockedFieldIds),
    values: initialValuesAt(grid),
  });
  if (values === null) return;
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
