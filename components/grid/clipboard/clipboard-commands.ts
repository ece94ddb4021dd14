import { cellIdOf, cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { uploadFile } from "@/components/cells/editors/upload-file";
import type { CellId } from "@/components/edits/edits";
import { readRecord } from "@/components/edits/send-untouched";
import { whenRowsMayMove } from "@/components/listing/hold-rows";
import { findByNames } from "@/components/listing/record-names";
import { persist } from "@/components/tasks/retry";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Attachment } from "@/lib/contract/attachments";
import { sayCounting } from "../commands/say-counting";
import { sayReadOnly } from "../commands/say-read-only";
import { selectFromFirst } from "../cursor/cursor";
import { type Area, cornersOf } from "../cursor/selection";
import { activeCell, type GridState, reachesUncounted, selectedAreas } from "../grid-state";
import { type RecordsByRow, recordsAtHand } from "../writing/with-records";
import { callsOf, writeCells } from "../writing/write-cells";
import type { ClipboardTexts } from "./block";
import { type Cut, clearing, cutCells, findCut, getCut, setCut } from "./cut";
import { makeCopy } from "./make-copy";
import { withLines } from "./own-text";
import { namesNeeded, needsPreview, type PastePlan, pastedAreas, planPaste } from "./paste-plan";
import { readClipboard } from "./read-clipboard";
import type { NamedIds } from "./readers";
import { readFromClipboard } from "./write-clipboard";

/** Copies what is selected; into `transfer`, where the browser has asked for it by an event. */
export function copy(grid: GridState, transfer?: DataTransfer): void {
  makeCopy(grid, { transfer, onCopied: () => setCut(null) });
}

/** Copies what is selected, and marks it: its paste clears it. */
export function cut(grid: GridState, transfer?: DataTransfer): void {
  makeCopy(grid, {
    transfer,
    onCopied({ copyId, texts, recordIds, columns }) {
      const written = columns.filter((column) => !isReadOnly(column));
      const { databaseId, tableId } = grid.services.listing;
      setCut({
        copyId,
        text: texts.text,
        place: { databaseId, tableId },
        recordIds: new Set(recordIds),
        columns: columns.map(({ field }) => field.id),
        fields: new Map(written.map(({ field, fieldType }) => [field.id, fieldType.empty])),
      });
    },
  });
}

/** Pastes what the clipboard holds, as far as the browser lets the page read it. */
export async function pasteFromClipboard(as: "table" | "text", grid: GridState): Promise<void> {
  const texts = await readFromClipboard();
  const now = grid.services.state();
  if (texts && pasteAwaitsCount(texts, now)) sayCounting(now);
  else if (texts) paste(as === "text" ? { ...texts, html: "" } : texts, now);
  else {
    grid.services.notify({
      title: "This browser does not let a page read the clipboard",
      detail: "Press the keys of Paste, Ctrl+V or ⌘V: those it lets through.",
      isError: true,
    });
  }
}

/** Whether a paste may reach beyond the rows that are known, and which of its rows are new is not known yet. */
export function pasteAwaitsCount({ text }: ClipboardTexts, grid: GridState): boolean {
  return reachesUncounted(grid, withLines(text).split("\n").length);
}

/** Pastes into what is selected; into an empty table, from its first field. */
export function paste(texts: ClipboardTexts, grid: GridState): void {
  const { tasks } = grid.services;
  const { block, isOwn, copyId } = readClipboard(texts);
  const origin = findCut(copyId, texts);
  const { columns, bounds } = grid;
  const cutFrom = origin ? cutCells(origin) : undefined;
  const target = { areas: pasteAreas(grid), columns, bounds, isOwn, cutFrom };
  // What is pasted goes into the rows that a person sees now, wherever they are when it is known what to write.
  const rows = pastedAreas(block, target).map((area) => area.rows);
  const records = recordsAtHand(grid, rows);
  const needed = namesNeeded(block, target);
  const proceed = (idsOf: Parameters<typeof planPaste>[2]) =>
    offer({ ...planPaste(block, target, idsOf), origin, records }, grid);
  if (needed.size === 0) proceed(() => noIds);
  else {
    void tasks.run("Pasting", async (run) => {
      const found = new Map<GridColumn, NamedIds>();
      for (const [column, names] of needed) found.set(column, await findLinks(grid, { column, names }, run));
      run.signal.throwIfAborted();
      proceed((column) => found.get(column) ?? noIds);
    });
  }
}

/** Adds pasted files to the active cell, where it is one of files; false where it is not. */
export function pasteFiles(files: readonly File[], grid: GridState): boolean {
  const cell = activeCell(grid);
  if (files.length === 0 || cell?.column.fieldType.storage !== "files") return false;
  const { column, recordId } = cell;
  const { tasks, listing } = grid.services;
  const { databaseId, tableId } = listing;
  void tasks.run("Uploading", async (run) => {
    const { signal, report } = run;
    const uploaded: Attachment[] = [];
    for (const file of files) {
      report({ done: uploaded.length, total: files.length });
      uploaded.push(await uploadFile(databaseId, file, signal));
    }
    // Others may have added files meanwhile, and so may the person, in an edit that is still on its way.
    const { record } = await persist(() => readRecord({ databaseId, tableId, recordId }), run);
    signal.throwIfAborted();
    const now = cellOf(column, record, grid.store);
    const value = [...(now.value as readonly Attachment[]), ...uploaded];
    const opened = grid.store.open(cellIdOf(now), now.value);
    await grid.store.write({ edits: [{ ...cellIdOf(now), value, draft: JSON.stringify(value), opened }] });
  });
  return true;
}

const noIds: NamedIds = new Map();

/** The records that a link field knows by these names. */
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

/** A paste, and what is known of where it comes from and goes. */
interface Pasting extends PastePlan {
  readonly origin: Cut | null;
  /** Those that it goes into, where they were all at hand. */
  readonly records: RecordsByRow | undefined;
}

/** Writes what was pasted, after showing what that will do where there is reason to. */
function offer(pasting: Pasting, grid: GridState): void {
  const { facts, computed } = pasting;
  if (facts.cells === 0) return void sayReadOnly(computed, grid);
  if (!needsPreview(facts)) return void apply(pasting, grid);
  const ask = () =>
    grid.services.show({
      is: "paste",
      facts,
      onAnswer: (isWanted) => void (isWanted && apply(pasting, grid)),
    });
  // A question would take the keys that are meant for an editor which has been opened meanwhile.
  if (grid.services.state().cursor.state !== "editing") ask();
  else void whenRowsMayMove(grid.services.listing.tableId).then(ask);
}

async function apply({ facts, fillings, areas, origin, records }: Pasting, grid: GridState): Promise<void> {
  const { services } = grid;
  // A cut that has ended by now was for a copy only.
  const cut = origin === getCut() ? origin : null;
  if (cut) setCut(null);
  const [area] = areas;
  const isOfOneArea = area !== undefined && areas.length === 1;
  // Where a person has gone elsewhere, or begun to type, while it was looked up what to write, they stay there.
  const isStillThere = services.state().cursor === grid.cursor;
  if (isOfOneArea && isStillThere) grid.setCursor(selectFromFirst(cornersOf(area), grid.bounds));
  const pasted = isStillThere ? services.state().cursor : null;
  await writeCells(grid, {
    label: "Pasting",
    fillings,
    records,
    newRows: facts.newRows,
    ...(facts.newOptions > 0 && { addsOptions: true as const }),
    ...(cut && { onMoved: (cells, changeSetId) => clear(cut, { cells, changeSetId }, grid) }),
  });
  if (facts.newOptions > 0) services.reloadTable();
  // Unless a person has gone elsewhere meanwhile, what was pasted is selected with its new rows.
  if (isOfOneArea && facts.newRows > 0 && services.state().cursor === pasted) {
    const { bounds } = services.state();
    const rows = Math.max(bounds.rows, area.rows.end);
    services.takeFocus();
    grid.setCursor(selectFromFirst(cornersOf(area), { ...bounds, rows }));
  }
}

/** Clears what was cut and has arrived: in its own table as a part of the same step of undo. */
function clear(
  cut: Cut,
  { cells, changeSetId }: { cells: readonly CellId[]; changeSetId: string },
  { services: { listing, storeOf } }: GridState,
): void {
  const isOfThisTable = cut.place.tableId === listing.tableId;
  for (const edits of callsOf(clearing(cut, cells))) {
    void storeOf(cut.place).write({ edits, ...(isOfThisTable && { changeSetId }) });
  }
}
