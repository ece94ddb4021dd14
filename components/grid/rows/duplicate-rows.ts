import { v4 } from "uuid";
import { charactersOf, inBatches } from "@/components/edits/batches";
import { fillPage } from "@/components/listing/fill-page";
import { countOf } from "@/components/listing/range";
import { copiedValues } from "@/components/open-table/copied-values";
import { writableFields } from "@/components/open-table/writable-fields";
import { counted } from "@/components/tasks/counted";
import { withdrawOffer } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import type { Record } from "@/lib/contract/records";
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
    const originals = await readWhole(grid, ids, run);
    const changeSetId = v4();
    const copies: Record[] = [];
    const fields = writableFields(grid.services.table, grid.services.lockedFieldIds);
    for (const records of inBatches(
      originals.map((record) => copiedValues(record, { fields, edits: grid.store.get() })),
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
