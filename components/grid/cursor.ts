/** A cell by its place in the view: the row's and the column's index, both from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/**
 * Where a person is in the grid. What is selected is a matter of position, what is edited a matter of
 * identity: rows may move under an open editor. `anchor` is the corner that a range stays fixed at.
 */
export type Cursor =
  | { readonly state: "idle" }
  | {
      readonly state: "selecting";
      readonly anchor: Position;
      readonly focus: Position;
      /** After Esc, Tab leads out of the grid instead of on to the next cell. */
      readonly isLeaving: boolean;
    }
  | {
      readonly state: "editing";
      readonly recordId: string;
      readonly fieldId: string;
      /** What the editor holds by now. */
      readonly draft: string;
      /** Where the cell was when its editor opened: there the cursor goes on afterwards. */
      readonly focus: Position;
    };

/** How far a cursor may go. A page is what one screen shows in full. */
export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** What an editor is opened on. */
export interface EditedCell {
  readonly recordId: string;
  readonly fieldId: string;
  readonly draft: string;
}

export const idle: Cursor = { state: "idle" };

/** Selects one cell: the nearest to `position` that there is. */
export function select(position: Position, bounds: Bounds): Cursor {
  if (bounds.rows === 0 || bounds.columns === 0) return idle;
  const focus = nearest(position, bounds);
  return { state: "selecting", anchor: focus, focus, isLeaving: false };
}

/** One step from the focus; the same cursor where there is no such step. */
export function move(cursor: Cursor, step: Step, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return select(start, bounds);
  const moved = select(steps[step](cursor.focus, bounds), bounds);
  return cursor.state === "selecting" && !cursor.isLeaving && isSame(focusOf(moved), cursor.focus)
    ? cursor
    : moved;
}

/** Whether this step leads out of the grid: Tab past the last cell, Shift+Tab past the first, either after Esc. */
export function leadsOut(cursor: Cursor, step: Step, bounds: Bounds): boolean {
  if (step !== "next" && step !== "previous") return false;
  if (cursor.state === "idle" || (cursor.state === "selecting" && cursor.isLeaving)) return true;
  const end = step === "next" ? { row: bounds.rows - 1, column: bounds.columns - 1 } : start;
  return isSame(cursor.focus, end);
}

/** Opens an editor on the focused cell. */
export function edit(cursor: Cursor, cell: EditedCell): Cursor {
  return cursor.state === "selecting" ? { state: "editing", ...cell, focus: cursor.focus } : cursor;
}

/** What was typed into the open editor. */
export function retype(cursor: Cursor, draft: string): Cursor {
  return cursor.state === "editing" ? { ...cursor, draft } : cursor;
}

/** Closes the editor, if one is open, and selects its cell. What becomes of the draft is the caller's matter. */
export function close(cursor: Cursor): Cursor {
  if (cursor.state !== "editing") return cursor;
  return { state: "selecting", anchor: cursor.focus, focus: cursor.focus, isLeaving: false };
}

/** Esc: closes the editor, and in any case lets the next Tab leave the grid. */
export function cancel(cursor: Cursor): Cursor {
  const closed = close(cursor);
  return closed.state === "selecting" ? { ...closed, isLeaving: true } : closed;
}

/** The cursor in a grid that has become smaller. An editor stays open: what was typed is not to be lost. */
export function keepInside(cursor: Cursor, bounds: Bounds): Cursor {
  if (cursor.state === "idle") return cursor;
  const selected = select(cursor.focus, bounds);
  if (selected.state === "idle" || isSame(focusOf(selected), cursor.focus)) {
    return selected.state === "idle" ? idle : cursor;
  }
  return cursor.state === "editing" ? { ...cursor, focus: focusOf(selected) } : selected;
}

/** The cell that has the focus, or would have it: where Tab enters the grid. */
export function focusOf(cursor: Cursor): Position {
  return cursor.state === "idle" ? start : cursor.focus;
}

export function isSame(one: Position, other: Position): boolean {
  return one.row === other.row && one.column === other.column;
}

const start: Position = { row: 0, column: 0 };

/** Each may step over the edge: `select` takes the nearest cell. */
const steps = {
  up: ({ row, column }) => ({ row: row - 1, column }),
  down: ({ row, column }) => ({ row: row + 1, column }),
  left: ({ row, column }) => ({ row, column: column - 1 }),
  right: ({ row, column }) => ({ row, column: column + 1 }),
  "page-up": ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  "page-down": ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  "page-left": ({ row, column }, { pageColumns }) => ({ row, column: column - pageColumns }),
  "page-right": ({ row, column }, { pageColumns }) => ({ row, column: column + pageColumns }),
  top: ({ column }) => ({ row: 0, column }),
  bottom: ({ column }, { rows }) => ({ row: rows - 1, column }),
  "first-field": ({ row }) => ({ row, column: 0 }),
  "last-field": ({ row }, { columns }) => ({ row, column: columns - 1 }),
  "first-cell": () => start,
  "last-cell": (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  next: ({ row, column }, { rows, columns }) => {
    if (column < columns - 1) return { row, column: column + 1 };
    return row < rows - 1 ? { row: row + 1, column: 0 } : { row, column };
  },
  previous: ({ row, column }, { columns }) => {
    if (column > 0) return { row, column: column - 1 };
    return row > 0 ? { row: row - 1, column: columns - 1 } : { row, column };
  },
} satisfies { [step: string]: (from: Position, bounds: Bounds) => Position };

export type Step = keyof typeof steps;
export const allSteps = Object.keys(steps) as Step[];

function nearest({ row, column }: Position, { rows, columns }: Bounds): Position {
  return { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last));
}
