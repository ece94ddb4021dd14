import { v4 } from "uuid";
import { cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import {
  linkedIn,
  linkedTable,
  type NamesByTable,
  namesByTable,
  type SourcedValue,
} from "@/components/cells/linked-names";
import { readSource, type SourcedColumn, sourceOf } from "@/components/cells/lookup-source";
import type { CopyFormat } from "@/components/commands/copy-formats";
import { countOf, indexesOf, type Range } from "@/components/listing/range";
import { knownNames, readNames, tableQuery } from "@/components/listing/record-names";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Record } from "@/lib/contract/records";
import { isLink } from "@/lib/field-types";
import { asOneBlock } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import { loadedRecords } from "../writing/with-records";
import type { ClipboardTexts } from "./block";
import { startComposer } from "./composers";
import { copiedCell } from "./copy";
import { type OwnCopy, setOwnCopy } from "./own-text";
import { fillTransfer, writeClipboard } from "./write-clipboard";

/** The content of a copy and the cells it came from. */
export interface Copied {
  readonly copyId: string;
  readonly texts: ClipboardTexts & OwnCopy;
  readonly recordIds: readonly string[];
  readonly columns: readonly GridColumn[];
}

export interface CopyRequest {
  /** The data transfer of a browser event, if one asked for the copy. */
  readonly transfer?: DataTransfer | undefined;
  /** Cells, if left out. */
  readonly format?: CopyFormat;
  readonly onCopied: (copied: Copied) => void;
}

/** Copies the selection: at once if everything is loaded, otherwise after reading it. */
export function makeCopy(grid: GridState, request: CopyRequest): void {
  const { transfer, format } = request;
  const onCopied = (copied: Copied) => {
    setOwnCopy(copied.texts);
    request.onCopied(copied);
  };
  const areas = selectedAreas(grid);
  const block = asOneBlock(areas);
  const { notify, show, tasks } = grid.services;
  if (areas.length === 0) return;
  if (!block) {
    notify({
      title: "These ranges can't be copied together",
      detail: "Select ranges with the same records or the same fields.",
      isError: true,
    });
    return;
  }
  const columns = block.columns.flatMap(indexesOf).flatMap((index) => grid.columns[index] ?? []);
  const wanted = { rows: block.rows, columns, format };
  const loaded = copyLoaded(grid, wanted);
  if (loaded && transfer) {
    fillTransfer(transfer, loaded.texts);
    onCopied(loaded);
    return;
  }
  void tasks.run("Copying", async (run) => {
    const copied = loaded ?? (await readCopy(grid, wanted, run));
    run.signal.throwIfAborted();
    if (await writeClipboard(copied.texts)) return onCopied(copied);
    show({
      is: "copy",
      onCopy: () => void writeClipboard(copied.texts).then((isDone) => isDone && onCopied(copied)),
    });
  });
}

interface WantedCells {
  readonly rows: readonly Range[];
  readonly columns: readonly GridColumn[];
  readonly format: CopyFormat | undefined;
}

/** The copy if all records and linked names are loaded, otherwise undefined. */
function copyLoaded(grid: GridState, { rows, columns, format }: WantedCells): Copied | undefined {
  const copied = columns.map((column) => knownSource(grid, column));
  if (!copied.every((each) => each !== undefined)) return undefined;
  const records = loadedRecords(grid, rows);
  const names = records && knownNamesIn(grid, copied, [...records.values()]);
  if (!records || !names) return undefined;
  const composing = begin(grid, copied, format);
  for (const record of records.values()) composing.add(record, names);
  return composing.finish();
}

async function readCopy(
  grid: GridState,
  { rows, columns, format }: WantedCells,
  run: TaskRun,
): Promise<Copied> {
  const { table, listing, queryClient } = grid.services;
  const { databaseId } = listing;
  const loadTable = (tableId: string) => queryClient.ensureQueryData(tableQuery({ databaseId, tableId }));
  const copied = await Promise.all(columns.map((column) => readSource(column, table, loadTable)));
  const composing = begin(grid, copied, format);
  const fieldIds = columns.map(({ field }) => field.id);
  const total = countOf(rows);
  let done = 0;
  for (const range of rows) {
    for await (const records of grid.services.readRows({ rows: range, fieldIds }, run)) {
      run.signal.throwIfAborted();
      const names = await namesByTable(linkedIn(linksOf(grid, copied, records)), (tableId, ids) =>
        readNames(queryClient, { databaseId, tableId }, { ids, signal: run.signal }),
      );
      for (const record of records) composing.add(record, names);
      done += records.length;
      run.report({ done, total });
    }
  }
  return composing.finish();
}

/** The column with its source, if the tables on the way are loaded. */
function knownSource(
  { services: { listing, queryClient, table } }: GridState,
  column: GridColumn,
): SourcedColumn | undefined {
  const { databaseId } = listing;
  const source = sourceOf(column, table, (tableId) =>
    queryClient.getQueryData(tableQuery({ databaseId, tableId }).queryKey),
  );
  return "needs" in source ? undefined : { column, source: source.column };
}

function begin({ store }: GridState, copied: readonly SourcedColumn[], format: CopyFormat | undefined) {
  const copyId = v4();
  const names = copied.map(({ column }) => column.field.name);
  const composing = startComposer(format, copyId, names);
  const recordIds: string[] = [];
  const columns = copied.map(({ column }) => column);
  return {
    add(record: Record, names: NamesByTable): void {
      recordIds.push(record.id);
      const values = copied.map((each) => cellOf(each.column, record, store).value);
      // A record without a name is copied as its id, which a paste also accepts.
      const nameOf = (each: SourcedColumn) => (id: string) =>
        names.get(linkedTable(each.source.field))?.get(id) || id;
      composing.add({
        cells: copied.map((each, at) => copiedCell(each, values[at], nameOf(each))),
        values: copied.map((each, at) =>
          isLink(each.source.field) ? (values[at] as readonly string[]).map(nameOf(each)) : values[at],
        ),
      });
    },
    finish: (): Copied => ({ copyId, texts: composing.finish(), recordIds, columns }),
  };
}

function knownNamesIn(
  grid: GridState,
  columns: readonly SourcedColumn[],
  records: readonly Record[],
): NamesByTable | undefined {
  const { listing, queryClient } = grid.services;
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [tableId, ids] of linkedIn(linksOf(grid, columns, records))) {
    const known = knownNames(queryClient, { databaseId: listing.databaseId, tableId }, ids);
    if (!known) return undefined;
    names.set(tableId, known);
  }
  return names;
}

/** The values of link fields. */
function linksOf(
  { store }: GridState,
  columns: readonly SourcedColumn[],
  records: readonly Record[],
): SourcedValue[] {
  const links = columns.filter(({ source }) => isLink(source.field));
  return links.flatMap(({ column, source }) =>
    records.map((record) => ({ field: source.field, value: cellOf(column, record, store).value })),
  );
}
