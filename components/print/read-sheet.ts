import type { QueryClient } from "@tanstack/react-query";
import { longDayText } from "@/components/calendar/days/day-texts";
import { type DateFields, dateFieldsOf, spanOf } from "@/components/calendar/spans/span";
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

/** A view to print. */
export interface PrintedView {
  readonly table: Table;
  readonly view: View;
  readonly listing: RecordListing;
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

/** Reads the records of a view, in its order. */
export async function readSheet(printed: PrintedView, reading: Reading): Promise<Sheet> {
  const { table, view, listing } = printed;
  const { run, queryClient } = reading;
  const { databaseId } = listing;
  const readAt = new Date();
  const loadTable = (tableId: string) =>
    persist(() => queryClient.fetchQuery(tableQuery({ databaseId, tableId })), run);
  const columns = await Promise.all(
    printedColumns(table, view.config).map((column) => readSource(column, table, loadTable)),
  );
  const fieldIds = fieldsToRead(printed);
  const counted = { ...listing, fieldIds };
  const { total } = await persist(() => readPage(counted, { limit: 1, total: true }, run.signal), run);
  const all = total ?? 0;
  const most = Math.min(all, maxRecords, Math.max(1, Math.floor(maxCells / columns.length)));
  run.report({ done: 0, total: most });
  const placed: PlacedRecord[] = [];
  for await (const part of partsOf({ ...printed, listing: counted }, run)) {
    const rows = { first: 0, end: most - placed.length };
    if (rows.end === 0) break;
    for await (const records of readRows(part.listing, { rows }, run)) {
      for (const record of records) {
        const shown = withOwn(record, reading.edits());
        placed.push({ record: shown, path: part.pathOf(shown) });
      }
      run.report({ done: placed.length });
    }
  }
  const values = placed.flatMap(({ record, path }) => [
    ...columns.map(({ column, source }) => ({ field: source.field, value: record.data[column.field.id] })),
    ...path,
  ]);
  const names = await namesByTable(linkedIn(values), (tableId, ids) =>
    persist(() => readNames(queryClient, { databaseId, tableId }, { ids, signal: run.signal }), run),
  );
  // Others may have deleted records meanwhile.
  const isCut = most < all && placed.length >= most;
  return {
    ...printed,
    columns,
    lines: linesOf(placed, isCut),
    names,
    total: isCut ? all : placed.length,
    printed: placed.length,
    readAt,
  };
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
