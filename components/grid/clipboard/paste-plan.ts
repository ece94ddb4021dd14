import type { GridColumn } from "@/components/cells/columns";
import type { CellId } from "@/components/edits/edits";
import { isBlank } from "@/components/listing/is-blank";
import { indexesOf, lengthOf } from "@/components/listing/range";
import { counted } from "@/components/tasks/counted";
import { copiedText, isLink } from "@/lib/field-types";
import type { NamedIds } from "@/lib/field-types/columns";
import type { Area } from "../cursor/selection";
import type { Bounds } from "../cursor/steps";
import { type Filling, type NewValue, newValueOf } from "../writing/filling";
import { type Block, type ClipboardCell, widthOf } from "./block";
import { layOut } from "./layout";
import { namesToCreate, namesToFind, type PasteSource, readerOf } from "./readers";

/** The numbers in a preview of a paste. */
export interface PasteFacts {
  readonly cells: number;
  readonly unreadable: number;
  /**
   * The number of cells in computed fields that would receive foreign content. Zero for own copies, which often include
   * such fields.
   */
  readonly computed: number;
  readonly newOptions: number;
  readonly newRows: number;
  readonly columnsLeftOut: number;
}

/** The numbers with examples for a preview. */
export interface PastePreview extends PasteFacts {
  /** At most one per column, for values displayed differently from the pasted text. */
  readonly examples: readonly Conversion[];
  /** The first cells that cannot be converted, in row order. */
  readonly unconverted: readonly UnconvertedCell[];
}

/** A pasted text and how the cell will display it. */
export interface Conversion {
  readonly field: string;
  readonly text: string;
  readonly shown: string;
}

export interface UnconvertedCell {
  readonly field: string;
  /** The row number in the grid, from 1. */
  readonly row: number;
  readonly text: string;
}

export interface PastePlan {
  readonly facts: PastePreview;
  readonly fillings: readonly Filling[];
  /** The areas pasted into, to be selected afterwards. */
  readonly areas: readonly Area[];
  /** The computed fields among the pasted columns. */
  readonly computed: readonly GridColumn[];
}

export interface PasteTarget {
  /** The selected areas. */
  readonly areas: readonly Area[];
  readonly columns: readonly GridColumn[];
  readonly bounds: Bounds;
  /** True for one of our own copies. */
  readonly isOwn: boolean;
  /** True if unknown labels become options. */
  readonly addsOptions: boolean;
  /** For a cut, finds the source cell of each cell in the block. */
  readonly cutFrom?: ((row: number, column: number) => CellId | undefined) | undefined;
}

/** The areas that a block is pasted into. */
export function pastedAreas(block: Block, { areas, bounds }: PasteTarget): readonly Area[] {
  return layOut(sizeOf(block), areas, bounds).areas;
}

/** The record names to look up, by link field. */
export function namesNeeded(block: Block, target: PasteTarget): Map<GridColumn, string[]> {
  return namesByColumn(block, target, namesToFind);
}

/** The names that no record has, by link field. */
export function namesMissing(block: Block, target: PasteTarget, idsOf: IdsOf): Map<GridColumn, string[]> {
  return namesByColumn(block, target, (column, cells) => namesToCreate(column, cells, idsOf(column)));
}

/** Returns the linked records of a column by name. */
export type IdsOf = (column: GridColumn) => NamedIds;

function namesByColumn(
  block: Block,
  target: PasteTarget,
  namesOf: (column: GridColumn, cells: ClipboardCell[]) => string[],
): Map<GridColumn, string[]> {
  const byColumn = new Map<GridColumn, string[]>();
  for (const area of pastedAreas(block, target)) {
    for (const index of indexesOf(area.columns)) {
      const column = target.columns[index];
      if (!column || !isLink(column.field)) continue;
      const names = namesOf(column, presentIn(columnOf(block, index - area.columns.first)));
      const all = [...new Set([...(byColumn.get(column) ?? []), ...names])];
      if (all.length > 0) byColumn.set(column, all);
    }
  }
  return byColumn;
}

/** Plans a paste. */
export function planPaste(block: Block, target: PasteTarget, idsOf: IdsOf): PastePlan {
  const size = sizeOf(block);
  const { areas: laidOut, columnsLeftOut } = layOut(size, target.areas, target.bounds);
  const read = laidOut.map((area) =>
    indexesOf(area.columns).map((index) => {
      const column = target.columns[index];
      const cells = columnOf(block, index - area.columns.first);
      return {
        column,
        cells,
        times: lengthOf(area.rows) / size.height,
        ...(column
          ? readColumn(column, cells, { ids: idsOf(column), addsOptions: target.addsOptions })
          : nothingRead),
      };
    }),
  );
  const all: readonly PastedColumn[] = read.flat();
  const sum = (part: (each: PastedColumn) => number) => all.reduce((total, each) => total + part(each), 0);
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
      cells: sum(({ count, times }) => count * times),
      unreadable: sum(({ unreadable, times }) => unreadable * times),
      computed: target.isOwn ? 0 : sum(({ computed, times }) => computed * times),
      newOptions: sum(({ newOptions }) => newOptions),
      newRows: Math.max(0, ...areas.map((area) => area.rows.end - rows)),
      columnsLeftOut,
      examples: examplesOf(all),
      unconverted: laidOut
        .flatMap((area, index) => unconvertedIn(area, read[index] ?? []))
        .slice(0, maxListed),
    },
    fillings,
    computed: [...new Set(all.flatMap(({ column, computed }) => (column && computed > 0 ? [column] : [])))],
  };
}

/** Drops rows at the end of a filling that would be new and get no value. */
function withoutBlankRows(rows: number, { area, valueAt }: Filling): Filling {
  const isBlank = (row: number) => indexesOf(area.columns).every((column) => !valueAt(row, column));
  let { end } = area.rows;
  while (end > Math.max(rows, area.rows.first) && isBlank(end - 1)) end -= 1;
  return { area: { ...area, rows: { ...area.rows, end } }, valueAt };
}

/** Pasting more cells than this asks for confirmation. */
const maxUnconfirmed = 1_000;

/** True if a paste needs a preview. New rows alone do not. */
export function needsPreview(facts: PasteFacts): boolean {
  const { cells, unreadable, computed, newOptions, columnsLeftOut } = facts;
  return (
    cells > maxUnconfirmed || [unreadable, computed, newOptions, columnsLeftOut].some((count) => count > 0)
  );
}

/** True if a paste writes anything at all. */
export function writesSomething({ cells, unreadable }: PasteFacts): boolean {
  return cells > unreadable;
}

/** Describes a paste: "2,314 cells, 12 can't be converted, 3 new options, 40 new records". */
export function factsInWords(facts: PasteFacts): string {
  return [
    counted(facts.cells, "cell"),
    facts.unreadable > 0 ? `${facts.unreadable.toLocaleString("en")} can't be converted` : "",
    facts.computed > 0 ? readOnlyInWords(facts.computed) : "",
    facts.newOptions > 0 ? counted(facts.newOptions, "new option") : "",
    facts.newRows > 0 ? counted(facts.newRows, "new record") : "",
    facts.columnsLeftOut > 0 ? `${counted(facts.columnsLeftOut, "column")} left out` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function readOnlyInWords(cells: number): string {
  return cells === 1
    ? "1 read-only cell stays unchanged"
    : `${counted(cells, "read-only cell")} stay unchanged`;
}

/** The maximum number of unconverted cells listed. */
const maxListed = 50;

/** The number of cells per column searched for an example. */
const maxTried = 100;

/** One example per field: a value may be pasted into several ranges of it. */
function examplesOf(pasted: readonly PastedColumn[]): Conversion[] {
  const examples = new Map<GridColumn | undefined, Conversion>();
  for (const each of pasted) {
    const example = examples.has(each.column) ? undefined : exampleOf(each);
    if (example) examples.set(each.column, example);
  }
  return [...examples.values()];
}

function exampleOf({ column, cells, values }: PastedColumn): Conversion | undefined {
  if (!column || isLink(column.field)) return undefined;
  const { field, fieldType } = column;
  for (const [index, cell] of cells.slice(0, maxTried).entries()) {
    const [value, text] = [values[index]?.value, cell?.text.trim() ?? ""];
    if (text === "" || isBlank(value)) continue;
    const shown = fieldType.display(value, field.template);
    const isAsShown = shown === text || copiedText(fieldType, value, field.template) === text;
    if (!isAsShown) return { field: field.name, text, shown };
  }
  return undefined;
}

/** Lists each cell of the block once, however often it repeats. */
function unconvertedIn({ rows }: Area, pasted: readonly PastedColumn[]): UnconvertedCell[] {
  const height = Math.max(0, ...pasted.map(({ values }) => values.length));
  const found: UnconvertedCell[] = [];
  for (let index = 0; index < height && found.length < maxListed; index += 1) {
    for (const { column, cells, values, unreadable } of pasted) {
      const cell = cells[index];
      if (!column || !cell || unreadable === 0 || values[index]) continue;
      found.push({ field: column.field.name, row: rows.first + index + 1, text: cell.text });
    }
  }
  return found;
}

function sizeOf(block: Block) {
  return { height: block.length, width: widthOf(block) };
}

/** A column of the block, which repeats horizontally; undefined in rows that are too short. */
function columnOf(block: Block, offset: number): (ClipboardCell | undefined)[] {
  const column = offset % widthOf(block);
  return block.map((row) => row[column]);
}

function presentIn(cells: readonly (ClipboardCell | undefined)[]): ClipboardCell[] {
  return cells.filter((cell) => cell !== undefined);
}

interface ReadColumn {
  /** By row of the block; undefined where a cell stays as it is. */
  readonly values: readonly (NewValue | undefined)[];
  readonly count: number;
  readonly unreadable: number;
  readonly computed: number;
  readonly newOptions: number;
}

/** The parsed column with its source cells, and how often they repeat vertically. */
interface PastedColumn extends ReadColumn {
  readonly column: GridColumn | undefined;
  readonly cells: readonly (ClipboardCell | undefined)[];
  readonly times: number;
}

const nothingRead: ReadColumn = { values: [], count: 0, unreadable: 0, computed: 0, newOptions: 0 };

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
    count: present.length,
    unreadable: present.length - presentValues(values),
    computed: 0,
    newOptions: reader.newOptions,
  };
}

function presentValues(values: readonly (NewValue | undefined)[]): number {
  return values.filter((value) => value !== undefined).length;
}
