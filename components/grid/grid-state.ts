import { type Cell, cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import type { EditStore } from "@/components/edits/edit-store";
import type { Grouping } from "@/components/groups/use-groups";
import type { RowReading } from "@/components/listing/read-rows";
import type { TableServices } from "@/components/open-table/use-table-services";
import type { TaskRun } from "@/components/tasks/tasks";
import type { Field } from "@/lib/contract/fields";
import type { Filter } from "@/lib/contract/filters";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { activeOf, areasOf, type Cursor, wholeReachOf } from "./cursor/cursor";
import { type Area, columnsOf } from "./cursor/selection";
import type { Bounds } from "./cursor/steps";
import type { TypeaheadQueue } from "./input/typeahead-queue";
import type { Overlay } from "./overlay";

/** Everything that a command may read and do. */
export interface GridState {
  readonly cursor: Cursor;
  readonly bounds: Bounds;
  /** True while the rows are being counted; until then the bounds cover only those seen so far. */
  readonly isCounting: boolean;
  readonly grouping: Grouping;
  readonly columns: readonly GridColumn[];
  /** The record of a row, if it is loaded. */
  readonly recordAt: (row: number) => Record | undefined;
  /** The row of a record, if it is loaded. */
  readonly rowOf: (recordId: string) => number | undefined;
  readonly findRecord: (recordId: string) => Record | undefined;
  readonly store: EditStore;
  readonly setCursor: (cursor: Cursor) => void;
  readonly onNotSaved: (reason: string) => void;
  readonly services: GridServices;
}

/** The services of a table plus those of the grid, for commands. */
export interface GridServices extends TableServices {
  /** The current state, for tasks that continue later and then move the cursor. */
  readonly state: () => GridState;
  /** The table with all fields, also hidden ones. */
  readonly table: Table;
  /** The ids of the fields that rows are sorted or grouped by. */
  readonly orderedBy: readonly string[];
  /** The view's filter. */
  readonly filter: Filter | null;
  /** Input received while a task is under way. */
  readonly typeahead: TypeaheadQueue;
  readonly readRows: (reading: RowReading, run: TaskRun) => AsyncIterable<readonly Record[]>;
  readonly show: (overlay: Overlay) => void;
  /** Asks for confirmation first. */
  readonly deleteFields: (fields: readonly Field[]) => void;
  /** Shows how a field is computed. */
  readonly explainField: (field: Field) => void;
  readonly hideFields: (fields: readonly Field[]) => void;
  /** Moves the focus into the grid, wherever it is. */
  readonly takeFocus: () => void;
}

/** The cell that receives typed text; undefined while its record is not loaded or an editor is open. */
export function activeCell(grid: GridState): Cell | undefined {
  if (grid.cursor.state !== "selecting") return undefined;
  const { row, column } = activeOf(grid.cursor);
  const record = grid.recordAt(row);
  const active = grid.columns[column];
  return record && active && cellOf(active, record, grid.store);
}

/**
 * True if the rows are still being counted and the selection, extended to `rowsFromFirst` rows, reaches the end of
 * those seen so far, or if there is no selection.
 */
export function reachesUncounted(grid: GridState, rowsFromFirst = 0): boolean {
  const areas = selectedAreas(grid);
  const endOf = ({ rows: { first, end } }: Area) => Math.max(end, first + rowsFromFirst);
  const isWithin = areas.length > 0 && areas.every((area) => endOf(area) < grid.bounds.rows);
  return grid.isCounting && !isWithin;
}

/** The fields selected as a whole, in order; empty if anything else is selected too. */
export function selectedFields(grid: GridState): Field[] {
  return wholeReachOf(grid.cursor) === "fields" ? selectedColumns(grid).map(({ field }) => field) : [];
}

/** The selected fields, in order, if the field is one of them; otherwise the field alone. */
export function fieldsSelectedWith(field: Field, grid: GridState): Field[] {
  const selected = selectedFields(grid);
  return selected.some(({ id }) => id === field.id) ? selected : [field];
}

/** The columns that contain a selection, in order. */
export function selectedColumns(grid: GridState): GridColumn[] {
  return columnsOf(selectedAreas(grid)).flatMap((index) => grid.columns[index] ?? []);
}

export function selectedAreas({ cursor, bounds }: GridState): Area[] {
  return areasOf(cursor, bounds);
}
