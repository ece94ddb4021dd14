import type { QueryClient } from "@tanstack/react-query";
import { longDayText } from "@/components/calendar/days/day-texts";
import { type DateFields, dateFieldsOf, spanOf } from "@/components/calendar/spans/span";
import type { GridColumn } from "@/components/cells/columns";
import { linkedIn, type NamesByTable, namesByTable } from "@/components/cells/linked-names";
import { readSource, type SourcedColumn } from "@/components/cells/lookup-source";
import type { Edits } from "@/components/edits/edits";
import { orderedStacks } from "@/components/kanban/stacks/ordered-stacks";
import { valueOfStack } from "@/components/kanban/stacks/stack-values";
import { listingByDate } from "@/components/listing/calendar-queries";
import { readRows } from "@/components/listing/read-rows";
import { readNames, tableQuery } from "@/components/listing/record-names";
import type { RecordListing } from "@/components/listing/record-queries";
import { readPage, readStacks } from "@/components/listing/record-source";
import { listingOfStack } from "@/components/listing/stack-queries";
import { recordColumns } from "@/components/record/columns";
import { recordQuery } from "@/components/record/record-queries";
import { withOwn } from "@/components/record-card/rows/with-edits";
import { persist } from "@/components/tasks/retry";
import type { TaskRun } from "@/components/tasks/tasks";
import { fieldIdsIn } from "@/lib/contract/config-fields";
import { filterKindOf, isOrdered } from "@/lib/contract/filters";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { settingOf, type View } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";
import { printedColumns } from "./paper";
import { type GroupValue, linesOf, type PlacedRecord, type SheetLine } from "./sheet-lines";

/** Browsers take minutes to lay out more. */
const maxRecords = 10_000;
const maxCells = 150_000;

/** A view to print, or one record with all its fields in the order of the view. */
export interface PrintedView {
  readonly table: Table;
  readonly view: View;
  readonly listing: RecordListing;
  readonly record?: { readonly id: string; readonly name: string };
}

/** Everything on the pages, as it was when it was read. */
export interface Sheet extends PrintedView {
  readonly columns: readonly SourcedColumn[];
  readonly lines: readonly SheetLine[];
  readonly names: NamesByTable;
  /** The number of records of the view, and of those on the pages. */
  readonly total: number;
  readonly printed: number;
  readonly readAt: Date;
}

interface Reading {
  readonly queryClient: QueryClient;
  /** The edits that are not saved yet, which the pages show, too. */
  readonly edits: () => Edits;
  readonly run: TaskRun;
}

/** Reads the records of a view in its order, or one record. */
export async function readSheet(printed: PrintedView, reading: Reading): Promise<Sheet> {
  const { table, listing, record } = printed;
  const { run, queryClient } = reading;
  const { databaseId } = listing;
  const readAt = new Date();
  const loadTable = (tableId: string) =>
    persist(() => queryClient.fetchQuery(tableQuery({ databaseId, tableId })), run);
  const columns = await Promise.all(columnsOf(printed).map((column) => readSource(column, table, loadTable)));
  const { placed, total } = record
    ? await readOne(record.id, printed, reading)
    : await readAll(printed, columns.length, reading);
  const values = placed.flatMap(({ record, path }) => [
    ...columns.map(({ column, source }) => ({ field: source.field, value: record.data[column.field.id] })),
    ...path,
  ]);
  const names = await namesByTable(linkedIn(values), (tableId, ids) =>
    persist(() => readNames(queryClient, { databaseId, tableId }, { ids, signal: run.signal }), run),
  );
  const lines = linesOf(placed, placed.length < total);
  return { ...printed, columns, lines, names, total, printed: placed.length, readAt };
}

/** The fields that a view shows, or for a record all of them, with those that the view hides at the end. */
function columnsOf({ table, view: { config }, record }: PrintedView): GridColumn[] {
  if (!record) return printedColumns(table, config);
  const { shown, hidden } = recordColumns(table, config, { isLocked: () => true });
  return [...shown, ...hidden];
}

/** The records to print, and the number of those that the view has. */
interface Read {
  readonly placed: readonly PlacedRecord[];
  readonly total: number;
}

async function readOne(recordId: string, { listing }: PrintedView, reading: Reading): Promise<Read> {
  const { queryClient, run, edits } = reading;
  const records = await persist(
    () => queryClient.fetchQuery(recordQuery(queryClient, listing, recordId)),
    run,
  );
  return {
    placed: records.map((record) => ({ record: withOwn(record, edits()), path: [] })),
    total: records.length,
  };
}

async function readAll(printed: PrintedView, columns: number, { run, edits }: Reading): Promise<Read> {
  const listing = { ...printed.listing, fieldIds: fieldsToRead(printed) };
  const { total } = await persist(() => readPage(listing, { limit: 1, total: true }, run.signal), run);
  const all = total ?? 0;
  const most = Math.min(all, maxRecords, Math.max(1, Math.floor(maxCells / columns)));
  run.report({ done: 0, total: most });
  const placed: PlacedRecord[] = [];
  for await (const part of partsOf({ ...printed, listing }, run)) {
    const rows = { first: 0, end: most - placed.length };
    if (rows.end === 0) break;
    for await (const records of readRows(part.listing, { rows }, run)) {
      for (const record of records) {
        const shown = withOwn(record, edits());
        placed.push({ record: shown, path: part.pathOf(shown) });
      }
      run.report({ done: placed.length });
    }
  }
  // Others may have deleted records meanwhile.
  const isCut = most < all && placed.length >= most;
  return { placed, total: isCut ? all : placed.length };
}

/** Records that are read one after another, with the groups around each. */
interface Part {
  readonly listing: RecordListing;
  readonly pathOf: (record: Record) => GroupValue[];
}

/** The whole listing, or the stacks of a board one by one. */
async function* partsOf({ table, view, listing }: PrintedView, run: TaskRun): AsyncGenerator<Part> {
  const { config } = view;
  const fieldOf = (id: string | null | undefined) => table.fields.find((field) => field.id === id);
  const start = fieldOf(config.startFieldId);
  if (start) {
    const dates = dateFieldsOf(start, fieldOf(config.endFieldId) ?? null);
    yield { listing: listingByDate(listing, start.id), pathOf: (record) => [dayOf(record, dates)] };
    return;
  }
  const stackField = fieldOf(config.stackFieldId);
  if (!stackField) {
    const fields = settingOf(config, "groups").flatMap(({ fieldId }) => fieldOf(fieldId) ?? []);
    const levels = fields.filter((field) => isOrdered(filterKindOf(fieldTypeOf(field))));
    yield {
      listing,
      pathOf: ({ data }) => levels.map((field) => ({ field, value: data[field.id] })),
    };
    return;
  }
  const { stacks } = await persist(() => readStacks(listing, run.signal), run);
  for (const { key } of orderedStacks(stacks, config)) {
    const value = valueOfStack(stackField, key);
    yield {
      listing: listingOfStack(listing, stackField.id, key),
      pathOf: () => [{ field: stackField, value }],
    };
  }
}

function dayOf(record: Record, dates: DateFields): GroupValue {
  const span = spanOf(record, dates);
  const text = span ? longDayText(span.first, "") : "No date";
  return { field: dates.start, value: span?.first, text };
}

/** The fields on the pages, and those that group or colour the records. */
function fieldsToRead({ table, view: { config } }: PrintedView): string[] {
  const { rowColor, colorFieldId, groups, startFieldId, endFieldId, stackFieldId } = config;
  const used = fieldIdsIn({
    ...(rowColor && { rowColor }),
    ...(colorFieldId && { colorFieldId }),
    ...(groups && { groups }),
    ...(startFieldId && { startFieldId }),
    ...(endFieldId && { endFieldId }),
    ...(stackFieldId && { stackFieldId }),
  });
  const shown = new Set(printedColumns(table, config).map(({ field }) => field.id));
  return table.fields.map(({ id }) => id).filter((id) => shown.has(id) || used.has(id));
}
