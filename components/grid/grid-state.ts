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
import type { InputQueue } from "./input/input-queue";
import type { Overlay } from "./overlay";

/** All that a command may look at and do. */
export interface GridState {
  readonly cursor: Cursor;
  readonly bounds: Bounds;
  /** Whether the rows are still being counted: until then the bounds are of those that have been seen. */
  readonly isCounting: boolean;
  readonly grouping: Grouping;
  readonly columns: readonly GridColumn[];
  /** The record of a row, if it is at hand. */
  readonly recordAt: (row: number) => Record | undefined;
  /** The row of a record, if that is at hand. */
  readonly rowOf: (recordId: string) => number | undefined;
  readonly findRecord: (recordId: string) => Record | undefined;
  readonly store: EditStore;
  readonly setCursor: (cursor: Cursor) => void;
  readonly onNotSaved: (reason: string) => void;
  readonly services: GridServices;
}

/** The same for commands, which know the grid too. */
export interface GridServices extends TableServices {
  /** The grid as it is by now: what takes its time looks again before it moves the cursor. */
  readonly state: () => GridState;
  /** All of its fields, those that the view hides too. */
  readonly table: Table;
  /** The fields, by their ids, that the rows are sorted or grouped by. */
  readonly orderedBy: readonly string[];
  /** Which records the view shows. */
  readonly filter: Filter | null;
  /** What a person asks for ahead of what is under way. */
  readonly ahead: InputQueue;
  readonly readRows: (reading: RowReading, run: TaskRun) => AsyncIterable<readonly Record[]>;
  readonly show: (overlay: Overlay) => void;
  /** Asks whether they are to go. */
  readonly deleteFields: (fields: readonly Field[]) => void;
  readonly hideFields: (fields: readonly Field[]) => void;
  /** Gives the grid the focus, whatever has it now. */
  readonly takeFocus: () => void;
}

/** The cell that takes what is typed; undefined while its record is not there, or an editor is open. */
export function activeCell(grid: GridState): Cell | undefined {
  if (grid.cursor.state !== "selecting") return undefined;
  const { row, column } = activeOf(grid.cursor);
  const record = grid.recordAt(row);
  const active = grid.columns[column];
  return record && active && cellOf(active, record, grid.store);
}

/**
 * Whether what is selected, or at least so many rows from its first, ends where the rows that have been seen do, while
 * there may be more; or is nowhere.
 */
export function reachesUncounted(grid: GridState, rowsFromFirst = 0): boolean {
  const areas = selectedAreas(grid);
  const endOf = ({ rows: { first, end } }: Area) => Math.max(end, first + rowsFromFirst);
  const isWithin = areas.length > 0 && areas.every((area) => endOf(area) < grid.bounds.rows);
  return grid.isCounting && !isWithin;
}

/** The fields that are selected as a whole, in their order; none where anything else is selected besides. */
export function selectedFields(grid: GridState): Field[] {
  return wholeReachOf(grid.cursor) === "fields" ? selectedColumns(grid).map(({ field }) => field) : [];
}

/** A field and those that are selected with it, in their order; itself alone where it is not selected. */
export function fieldsSelectedWith(field: Field, grid: GridState): Field[] {
  const selected = selectedFields(grid);
  return selected.some(({ id }) => id === field.id) ? selected : [field];
}

/** The columns that something is selected of, in their order. */
export function selectedColumns(grid: GridState): GridColumn[] {
  return columnsOf(selectedAreas(grid)).flatMap((index) => grid.columns[index] ?? []);
}

export function selectedAreas({ cursor, bounds }: GridState): Area[] {
  return areasOf(cursor, bounds);
}
