import type { CellId } from "@/components/edits/edits";
import { indexesOf, lengthOf } from "@/components/listing/range";
import { counted } from "@/components/tasks/counted";
import type { GridColumn } from "../columns";
import type { Area } from "../cursor/selection";
import type { Bounds } from "../cursor/steps";
import { type Filling, type NewValue, newValueOf } from "../writing/filling";
import { type Block, type ClipboardCell, widthOf } from "./block";
import { layOut } from "./layout";
import { isLink, type NamedIds, namesToFind, type PasteSource, readerOf } from "./readers";

/** What a paste will do, in numbers: what a preview says. */
export interface PasteFacts {
  readonly cells: number;
  readonly unreadable: number;
  /** Cells that something from elsewhere is pasted into, and nobody writes: rows that are copied here have such too. */
  readonly computed: number;
  readonly newOptions: number;
  readonly newRows: number;
  readonly columnsLeftOut: number;
}

export interface PastePlan {
  readonly facts: PasteFacts;
  readonly fillings: readonly Filling[];
  /** What is pasted into: selected afterwards. */
  readonly areas: readonly Area[];
  /** The fields that something is pasted into, and nobody writes. */
  readonly computed: readonly GridColumn[];
}

export interface PasteTarget {
  /** What is selected. */
  readonly areas: readonly Area[];
  readonly columns: readonly GridColumn[];
  readonly bounds: Bounds;
  /** Whether it is a copy of ours. */
  readonly isOwn: boolean;
  /** Where the block was cut: the cell that each of its cells is moved from. */
  readonly cutFrom?: ((row: number, column: number) => CellId | undefined) | undefined;
}

/** What a block goes into. */
export function pastedAreas(block: Block, { areas, bounds }: PasteTarget): readonly Area[] {
  return layOut(sizeOf(block), areas, bounds).areas;
}

/** The names that a paste needs to know the records of, by the link field that they are for. */
export function namesNeeded(block: Block, target: PasteTarget): Map<GridColumn, string[]> {
  const needed = new Map<GridColumn, string[]>();
  for (const area of pastedAreas(block, target)) {
    for (const index of indexesOf(area.columns)) {
      const column = target.columns[index];
      if (!column || !isLink(column)) continue;
      const names = namesToFind(column, presentIn(columnOf(block, index - area.columns.first)));
      if (names.length > 0) needed.set(column, names);
    }
  }
  return needed;
}

/** `idsOf` tells the records that a link field knows by their names. */
export function planPaste(
  block: Block,
  target: PasteTarget,
  idsOf: (column: GridColumn) => NamedIds,
): PastePlan {
  const size = sizeOf(block);
  const { areas: laidOut, columnsLeftOut } = layOut(size, target.areas, target.bounds);
  const read = laidOut.map((area) =>
    indexesOf(area.columns).map((index) => {
      const column = target.columns[index];
      const cells = columnOf(block, index - area.columns.first);
      return {
        column,
        times: lengthOf(area.rows) / size.height,
        ...(column ? readColumn(column, cells, { ids: idsOf(column), isOwn: target.isOwn }) : nothingRead),
      };
    }),
  );
  const all = read.flat();
  const sum = (part: (each: (typeof all)[number]) => number) =>
    all.reduce((total, each) => total + part(each), 0);
  const { rows } = target.bounds;
  const fillings = laidOut
    .map((area, index) =>
      withoutBlankRows(rows, {
        area,
        valueAt(row, column) {
          const [down, across] = [(row - area.rows.first) % size.height, column - area.columns.first];
          const value = read[index]?.[across]?.values[down];
          const movedFrom = target.cutFrom?.(down, across % size.width);
          return value && movedFrom ? { ...value, movedFrom } : value;
        },
      }),
    )
    .filter(({ area }) => lengthOf(area.rows) > 0);
  const areas = fillings.map(({ area }) => area);
  return {
    areas,
    facts: {
      cells: sum(({ cells, times }) => cells * times),
      unreadable: sum(({ unreadable, times }) => unreadable * times),
      computed: target.isOwn ? 0 : sum(({ computed, times }) => computed * times),
      newOptions: sum(({ newOptions }) => newOptions),
      newRows: Math.max(0, ...areas.map((area) => area.rows.end - rows)),
      columnsLeftOut,
    },
    fillings,
    computed: [...new Set(all.flatMap(({ column, computed }) => (column && computed > 0 ? [column] : [])))],
  };
}

/** The same without rows in the end that would be new, behind the `rows` that there are, and get no value. */
function withoutBlankRows(rows: number, { area, valueAt }: Filling): Filling {
  const isBlank = (row: number) => indexesOf(area.columns).every((column) => !valueAt(row, column));
  let { end } = area.rows;
  while (end > Math.max(rows, area.rows.first) && isBlank(end - 1)) end -= 1;
  return { area: { ...area, rows: { ...area.rows, end } }, valueAt };
}

/** More cells than this are not pasted without asking. */
const mostUnasked = 1_000;

/** Whether to show what a paste will do before it does it; new rows alone are no reason. */
export function needsPreview(facts: PasteFacts): boolean {
  const { cells, unreadable, computed, newOptions, columnsLeftOut } = facts;
  return cells > mostUnasked || [unreadable, computed, newOptions, columnsLeftOut].some((count) => count > 0);
}

/** What a preview says: "2,314 cells, 12 will not convert, 3 new options, 40 new rows". */
export function factsInWords(facts: PasteFacts): string {
  return [
    counted(facts.cells, "cell"),
    facts.unreadable > 0 ? `${facts.unreadable.toLocaleString("en")} will not convert` : "",
    facts.computed > 0 ? computedInWords(facts.computed) : "",
    facts.newOptions > 0 ? counted(facts.newOptions, "new option") : "",
    facts.newRows > 0 ? counted(facts.newRows, "new row") : "",
    facts.columnsLeftOut > 0 ? `${counted(facts.columnsLeftOut, "column")} without a field` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function computedInWords(cells: number): string {
  return cells === 1
    ? "1 cell is computed and stays as it is"
    : `${counted(cells, "cell")} are computed and stay as they are`;
}

function sizeOf(block: Block) {
  return { height: block.length, width: widthOf(block) };
}

/** A column of the block, which is repeated to the side; undefined where a row is too short to have it. */
function columnOf(block: Block, offset: number): (ClipboardCell | undefined)[] {
  const column = offset % widthOf(block);
  return block.map((row) => row[column]);
}

function presentIn(cells: readonly (ClipboardCell | undefined)[]): ClipboardCell[] {
  return cells.filter((cell) => cell !== undefined);
}

interface ReadColumn {
  /** By the row of the block; undefined where a cell stays as it is. */
  readonly values: readonly (NewValue | undefined)[];
  readonly cells: number;
  readonly unreadable: number;
  readonly computed: number;
  readonly newOptions: number;
}

const nothingRead: ReadColumn = { values: [], cells: 0, unreadable: 0, computed: 0, newOptions: 0 };

function readColumn(
  column: GridColumn,
  cells: readonly (ClipboardCell | undefined)[],
  source: PasteSource,
): ReadColumn {
  const present = presentIn(cells);
  const reader = readerOf(column, present, source);
  if (!reader) return { ...nothingRead, computed: present.filter(({ text }) => text !== "").length };
  const values = cells.map((cell): NewValue | undefined => {
    const reading = cell ? reader.read(cell) : "kept";
    return reading === "kept" ? undefined : newValueOf(column, reading.value);
  });
  return {
    values,
    cells: present.length,
    unreadable: present.length - presentValues(values),
    computed: 0,
    newOptions: reader.newOptions,
  };
}

function presentValues(values: readonly (NewValue | undefined)[]): number {
  return values.filter((value) => value !== undefined).length;
}
