import { cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import {
  type ColumnSummary,
  type Figure,
  figuresOf,
  summarizeColumn,
} from "@/components/cells/summary/summary";
import { countOf, indexesOf, lengthOf } from "@/components/listing/range";
import { readAggregates } from "@/components/listing/record-source";
import type { TaskRun } from "@/components/tasks/tasks";
import { limits } from "@/lib/contract/limits";
import type { Record } from "@/lib/contract/records";
import { type Area, columnsOf, disjoint, rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import { loadedRecords, type RecordsByRow, readRecords } from "../writing/with-records";
import { askedFigures, summariesFrom } from "./asked-summary";

/** If more rows than this are not loaded, only whole fields are summarized. */
const maxRead = 20_000;

/** Summarizes the selection: locally if it is loaded, otherwise by the server; null if neither is possible. */
export async function summarizeSelection(grid: GridState, signal: AbortSignal): Promise<Figure[] | null> {
  const parts = disjoint(selectedAreas(grid));
  const rows = rowsOf(parts);
  const columns = columnsOf(parts).flatMap((index) => grid.columns[index] ?? []);
  const loaded = loadedRecords(grid, rows);
  if (loaded) return figuresOf(columns, countHere(grid, { parts, columns }, loaded));
  if (parts.every((part) => lengthOf(part.rows) === grid.bounds.rows))
    return askServer(grid, columns, signal);
  if (countOf(rows) > maxRead) return null;
  const fieldIds = columns.map(({ field }) => field.id);
  const read = await readRecords(grid, { rows, fieldIds }, unseen(signal));
  return figuresOf(columns, countHere(grid, { parts, columns }, read));
}

interface Selected {
  readonly parts: readonly Area[];
  readonly columns: readonly GridColumn[];
}

function countHere(
  { store }: GridState,
  { parts, columns }: Selected,
  records: RecordsByRow,
): ColumnSummary[] {
  return columns.map((column) => {
    const isIn = ({ columns: { first, end } }: Area) => column.index >= first && column.index < end;
    const rows = parts.filter(isIn).flatMap((part) => indexesOf(part.rows));
    const shown = (record: Record | undefined) => (record ? [cellOf(column, record, store).value] : []);
    return summarizeColumn(
      column,
      rows.flatMap((row) => shown(records.get(row))),
    );
  });
}

async function askServer(
  { services: { listing } }: GridState,
  columns: readonly GridColumn[],
  signal: AbortSignal,
): Promise<Figure[] | null> {
  const aggregates = askedFigures(columns);
  if (aggregates.length > limits.fieldsPerTable) return null;
  const { groups } = await readAggregates(listing, { aggregates }, signal);
  return figuresOf(columns, summariesFrom(columns, groups[0]?.values ?? []));
}

/** A background read has no progress to show. */
function unseen(signal: AbortSignal): TaskRun {
  return { signal, report: () => {} };
}
