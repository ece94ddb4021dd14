import { v4 } from "uuid";
import { cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import { sourceOf } from "@/components/cells/lookup-source";
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
import { type CopiedColumn, copiedCell } from "./copy";
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
  if (!copied.every((each) => "source" in each)) return undefined;
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
  const copied = await Promise.all(columns.map((column) => readSource(grid, column)));
  const composing = begin(grid, copied, format);
  const fieldIds = columns.map(({ field }) => field.id);
  const total = countOf(rows);
  let done = 0;
  for (const range of rows) {
    for await (const records of grid.services.readRows({ rows: range, fieldIds }, run)) {
      run.signal.throwIfAborted();
      const names = await readNamesIn(grid, { columns: copied, records }, run);
      for (const record of records) composing.add(record, names);
      done += records.length;
      run.report({ done, total });
    }
  }
  return composing.finish();
}

/** The column that values come from, or the table to load first. */
function knownSource(
  { services: { listing, queryClient, table } }: GridState,
  column: GridColumn,
): CopiedColumn | { readonly needs: string } {
  const { databaseId } = listing;
  const source = sourceOf(column, table, (tableId) =>
    queryClient.getQueryData(tableQuery({ databaseId, tableId }).queryKey),
  );
  return "needs" in source ? source : { column, source: source.column };
}

async function readSource(grid: GridState, column: GridColumn): Promise<CopiedColumn> {
  const { listing, queryClient } = grid.services;
  const known = knownSource(grid, column);
  if ("source" in known) return known;
  await queryClient.fetchQuery(tableQuery({ databaseId: listing.databaseId, tableId: known.needs }));
  return readSource(grid, column);
}

/** Record names by the id of the linked table, then by record id. */
type NamesByTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

function begin({ store }: GridState, copied: readonly CopiedColumn[], format: CopyFormat | undefined) {
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
      const nameOf = (each: CopiedColumn) => (id: string) => names.get(targetOf(each.source))?.get(id) || id;
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
  columns: readonly CopiedColumn[],
  records: readonly Record[],
): NamesByTable | undefined {
  const { listing, queryClient } = grid.services;
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [tableId, ids] of linkedIn(grid, columns, records)) {
    const known = knownNames(queryClient, { databaseId: listing.databaseId, tableId }, ids);
    if (!known) return undefined;
    names.set(tableId, known);
  }
  return names;
}

async function readNamesIn(
  grid: GridState,
  { columns, records }: { columns: readonly CopiedColumn[]; records: readonly Record[] },
  { signal }: TaskRun,
): Promise<NamesByTable> {
  const { listing, queryClient } = grid.services;
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [tableId, ids] of linkedIn(grid, columns, records)) {
    const place = { databaseId: listing.databaseId, tableId };
    names.set(tableId, await readNames(queryClient, place, { ids, signal }));
  }
  return names;
}

/** The linked records in some columns, by table. */
function linkedIn(
  { store }: GridState,
  columns: readonly CopiedColumn[],
  records: readonly Record[],
): Map<string, string[]> {
  const linked = new Map<string, Set<string>>();
  for (const { column, source } of columns.filter((each) => isLink(each.source.field))) {
    const ids = linked.get(targetOf(source)) ?? new Set();
    linked.set(targetOf(source), ids);
    for (const record of records) {
      for (const id of cellOf(column, record, store).value as readonly string[]) ids.add(id);
    }
  }
  return new Map([...linked].map(([tableId, ids]) => [tableId, [...ids]]));
}

function targetOf({ field }: GridColumn): string {
  return (field.template as { tableId?: string }).tableId ?? "";
}
