import { v4 } from "uuid";
import type { GridColumn } from "@/components/cells/columns";
import { pressOf } from "@/components/commands/chords";
import { batchesOf } from "@/components/edits/batches";
import type { CellId } from "@/components/edits/edits";
import { whenRowsMayMove } from "@/components/listing/hold-rows";
import { findByNames } from "@/components/listing/record-names";
import { refusalOf } from "@/components/rights/refusal";
import type { TaskRun } from "@/components/tasks/tasks";
import { passKeys } from "@/components/ui/held-keys";
import type { NamedIds } from "@/lib/field-types/columns";
import { notifyReadOnly } from "../commands/notify-read-only";
import { selectFromFirst } from "../cursor/cursor";
import { type Area, cornersOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import { loadedRecords, type RecordsByRow } from "../writing/with-records";
import { writeCells } from "../writing/write-cells";
import type { ClipboardTexts } from "./block";
import { type Cut, clearing, cutCells, findCut, getCut, setCut } from "./cut";
import { type LinkedCreation, planCreation } from "./linked-creation";
import {
  type IdsOf,
  namesMissing,
  namesNeeded,
  needsPreview,
  type PastePlan,
  pastedAreas,
  planPaste,
} from "./paste-plan";
import { readClipboard } from "./read-clipboard";
import { withoutNames } from "./without-names";

/** Pastes into the selection; into an empty table, from its first field. */
export function paste(texts: ClipboardTexts, grid: GridState): void {
  const { tasks } = grid.services;
  const { block: read, isOwn, copyId } = readClipboard(texts);
  const origin = findCut(copyId, texts);
  const { columns, bounds } = grid;
  const first = pasteAreas(grid)[0]?.columns.first ?? 0;
  const block = origin ? read : withoutNames(read, columns.slice(first));
  const cutFrom = origin ? cutCells(origin) : undefined;
  const addsOptions = grid.services.may("add-options");
  const target = { areas: pasteAreas(grid), columns, bounds, isOwn, addsOptions, cutFrom };
  // Takes the rows in view now: they may move before the paste is ready to be written.
  const rows = pastedAreas(block, target).map((area) => area.rows);
  const records = loadedRecords(grid, rows);
  const needed = namesNeeded(block, target);
  const plan = (idsOf: IdsOf) => ({ ...planPaste(block, target, idsOf), origin, records });
  if (needed.size === 0)
    offer(
      plan(() => noIds),
      grid,
    );
  else {
    void tasks.run("Pasting", async (run) => {
      const found = new Map<GridColumn, NamedIds>();
      for (const [column, names] of needed) found.set(column, await findLinks(grid, { column, names }, run));
      const idsOf: IdsOf = (column) => found.get(column) ?? noIds;
      const creation = await planCreation(grid, namesMissing(block, target, idsOf), idsOf);
      run.signal.throwIfAborted();
      const withCreated = creation && { ...creation, ...plan(creation.planned), plan };
      offer({ ...plan(idsOf), withCreated }, grid);
    });
  }
}

const noIds: NamedIds = new Map();

/** Finds linked records by name. */
function findLinks(
  { services: { listing, queryClient } }: GridState,
  { column, names }: { column: GridColumn; names: readonly string[] },
  { signal }: TaskRun,
): Promise<NamedIds> {
  const { tableId } = column.field.template as { tableId: string };
  return findByNames(queryClient, { databaseId: listing.databaseId, tableId }, { names, signal });
}

function pasteAreas(grid: GridState): Area[] {
  const { rows, columns } = grid.bounds;
  const isEmpty = rows === 0 && columns > 0;
  return isEmpty ? [{ rows: { first: 0, end: 1 }, columns: { first: 0, end: 1 } }] : selectedAreas(grid);
}

/** A planned paste with its origin and target. */
interface Pasting extends PastePlan {
  readonly origin: Cut | null;
  /** The records to paste into, if all are loaded. */
  readonly records: RecordsByRow | undefined;
}

/** A planned paste that may also create the records that links name. */
interface Offered extends Pasting {
  readonly withCreated?:
    | (Pasting & LinkedCreation & { readonly plan: (idsOf: IdsOf) => Pasting })
    | undefined;
}

/** Writes the paste, after a preview if one is needed. */
function offer({ withCreated, ...pasting }: Offered, grid: GridState): void {
  const { facts, computed } = pasting;
  if (facts.cells === 0) return void notifyReadOnly(computed, grid);
  const { may, notify } = grid.services;
  if (facts.newRows > 0 && !may("create-records")) {
    return void notify(refusalOf("create-records", may));
  }
  if (!needsPreview(facts)) return void apply(pasting, grid);
  const { show, typeahead } = grid.services;
  function ask(): void {
    const queued = typeahead.cancel();
    show({
      is: "paste",
      facts,
      creation: withCreated,
      onAnswer(isWanted, createsLinked) {
        if (!isWanted) return;
        if (withCreated && createsLinked) void createAndApply(withCreated, grid);
        else void apply(pasting, grid);
      },
    });
    // Pressed after the paste, and so meant for the dialog.
    passKeys(queued.flatMap((input) => ("chord" in input ? [pressOf(input.chord)] : [])));
  }
  // A dialog would take the keys meant for an editor opened meanwhile.
  if (grid.services.state().cursor.state !== "editing") ask();
  else void whenRowsMayMove(grid.services.listing.tableId).then(ask);
}

/** Creates the records that the links name, and pastes then; a single undo step. Pastes nothing if it is cancelled. */
async function createAndApply(
  { create, plan }: NonNullable<Offered["withCreated"]>,
  grid: GridState,
): Promise<void> {
  const { tasks, notify } = grid.services;
  const changeSetId = v4();
  let pasting: Pasting | undefined;
  await tasks.run("Creating linked records", async (run) => {
    try {
      const idsOf = await create(run, { changeSetId, changeSetName: "paste" });
      run.signal.throwIfAborted();
      pasting = plan(idsOf);
    } finally {
      if (run.signal.aborted) {
        // Undo here is about this table, which has not changed.
        const detail = "Some linked records may have been created. Undo in their table removes them.";
        notify({ title: "Nothing was pasted", detail });
      }
    }
  });
  if (pasting) await apply({ ...pasting, changeSetId }, grid);
}

async function apply(
  { facts, fillings, areas, origin, records, changeSetId }: Pasting & { readonly changeSetId?: string },
  grid: GridState,
): Promise<void> {
  const { services } = grid;
  // A cut that has ended meanwhile is pasted as a copy.
  const cut = origin === getCut() ? origin : null;
  if (cut) setCut(null);
  const [area] = areas;
  const isOfOneArea = area !== undefined && areas.length === 1;
  // The selection changes only if the person has not moved or started typing while the paste was prepared.
  const isStillThere = services.state().cursor === grid.cursor;
  if (isOfOneArea && isStillThere) grid.setCursor(selectFromFirst(cornersOf(area), grid.bounds));
  const pasted = isStillThere ? services.state().cursor : null;
  await writeCells(grid, {
    label: "Pasting",
    fillings,
    records,
    newRows: facts.newRows,
    ...(changeSetId !== undefined && { changeSetId }),
    ...(facts.newOptions > 0 && { addsOptions: true as const }),
    ...(cut && { onMoved: (cells, changeSetId) => clear(cut, { cells, changeSetId }, grid) }),
  });
  if (facts.newOptions > 0) services.reloadTable();
  // Selects the new rows as well, unless the person has moved meanwhile.
  if (isOfOneArea && facts.newRows > 0 && services.state().cursor === pasted) {
    const { bounds } = services.state();
    const rows = Math.max(bounds.rows, area.rows.end);
    services.takeFocus();
    grid.setCursor(selectFromFirst(cornersOf(area), { ...bounds, rows }));
  }
}

/** Clears the cut cells that were pasted. In the same table that joins the undo step of the paste. */
function clear(
  cut: Cut,
  { cells, changeSetId }: { cells: readonly CellId[]; changeSetId: string },
  { services: { listing, storeOf } }: GridState,
): void {
  const isOfThisTable = cut.place.tableId === listing.tableId;
  for (const edits of batchesOf(clearing(cut, cells))) {
    void storeOf(cut.place).write({ edits, ...(isOfThisTable && { changeSetId }) });
  }
}
