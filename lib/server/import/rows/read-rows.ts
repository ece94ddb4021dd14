import { findHostile } from "../../../contract/plain-json";
import { isLink } from "../../../field-types";
import { requireRoom } from "../../postgres/disk-room";
import type { SchemaField } from "../../structure/schemas";
import type { Row, Table } from "../../tabular";
import { takeTurn } from "../../turns";
import { CellReader } from "./cell-reader";
import type { Columns } from "./columns";
import type { Problems } from "./problems";
import { requireActive } from "./require-active";

/** The values of a row. */
export interface ImportedRow {
  /** Number in the file, as people count. */
  readonly row: number;
  /** Stored values by field id. */
  readonly data: { [fieldId: string]: unknown };
  /** Ids of the fields whose cells are empty. */
  readonly empty: string[];
  /** Texts of link cells by field id; empty for empty cells. */
  readonly links: { [fieldId: string]: string };
}

/** A field that takes a column. */
interface ReadField {
  readonly field: SchemaField;
  readonly isLink: boolean;
  readonly reader: CellReader;
}

export interface ReadOptions {
  readonly addsOptions: boolean;
  readonly problems: Problems;
  readonly signal: AbortSignal;
  /** Called with the number of rows read so far. */
  readonly onRows?: ((rows: number) => void) | undefined;
}

/** Cells that are read in a few milliseconds. */
const cellsPerTurn = 1_500;

/** Reads the rows of a file as values of a table's fields. Wrong rows are reported and left out. */
export class RowReader {
  readonly #columns: Columns;
  /** By column; undefined for those that are left out. */
  readonly #fields: (ReadField | undefined)[] = [];
  readonly #options: ReadOptions;
  readonly #table: Table;

  /** True once the row with the names of the columns is read, if there is one. */
  #isPastHeader: boolean;

  constructor(columns: Columns, table: Table, options: ReadOptions) {
    this.#columns = columns;
    this.#isPastHeader = !columns.hasHeader;
    this.#table = table;
    this.#options = options;
    this.#addReaders(0);
  }

  /** The fields with options that the schema lacks. */
  get newOptions(): SchemaField[] {
    return this.#fields.flatMap((each) =>
      each && each.reader.field !== each.field ? each.reader.field : [],
    );
  }

  /** The fields of the columns read so far, without computed ones. */
  get fields(): SchemaField[] {
    return this.#fields.flatMap((each) => each?.field ?? []);
  }

  async *read(): AsyncGenerator<ImportedRow[]> {
    const reading = this.#table.read();
    let count = 0;
    for await (const batch of reading) {
      requireActive(this.#options.signal);
      requireRoom();
      const rows = this.#withoutHeader(batch, reading.columns);
      const atOnce = Math.max(1, Math.floor(cellsPerTurn / Math.max(1, this.#columns.count)));
      for (let start = 0; start < rows.length; start += atOnce) {
        await takeTurn();
        yield rows.slice(start, start + atOnce).flatMap((row) => this.#readRow(row) ?? []);
      }
      count += rows.length;
      this.#options.onRows?.(count);
    }
  }

  /** Takes the names of the columns from the first row, unless the format has them. */
  #withoutHeader(batch: readonly Row[], names: readonly string[] | null): readonly Row[] {
    if (names) {
      this.#addColumns(names.slice(this.#columns.count));
      return batch;
    }
    if (this.#isPastHeader) return batch;
    this.#isPastHeader = true;
    const [header, ...rows] = batch;
    this.#addColumns(header?.cells ?? []);
    return rows;
  }

  #addColumns(names: readonly string[]): void {
    const before = this.#columns.count;
    this.#columns.add(names);
    this.#addReaders(before);
  }

  /** Adds readers for the columns from this one on. */
  #addReaders(before: number): void {
    for (let index = before; index < this.#columns.count; index++) {
      const field = this.#columns.fieldAt(index);
      const notation = this.#columns.notationAt(index);
      this.#fields[index] = field && {
        field,
        isLink: isLink(field),
        reader: new CellReader(field, notation, this.#options.addsOptions),
      };
    }
  }

  #readRow({ number: row, cells, kinds }: Row): ImportedRow | undefined {
    const { problems } = this.#options;
    const found: ImportedRow = { row, data: {}, empty: [], links: {} };
    let isWrong = false;
    for (const [index, read] of this.#fields.entries()) {
      if (!read) continue;
      const { field, reader } = read;
      const text = this.#textOf(cells[index] ?? "");
      const hostile = findHostile(text);
      if (read.isLink && !hostile) {
        found.links[field.id] = linkText(text, kinds?.[index]?.type);
        continue;
      }
      // Files that are read verbatim may have texts that cannot be stored.
      const cell = hostile ? { problem: hostile.message } : reader.read(text, kinds?.[index]);
      if ("problem" in cell) {
        isWrong = true;
        problems.add({ row, field: field.name, value: text, message: cell.problem });
      } else if ("empty" in cell) found.empty.push(field.id);
      else found.data[field.id] = cell.stored;
    }
    const extra = cells.slice(this.#columns.count).find((text) => text.trim() !== "");
    if (extra !== undefined) {
      isWrong = true;
      problems.add({
        row,
        field: null,
        value: extra,
        message: "has more cells than there are columns",
      });
    }
    return isWrong ? undefined : found;
  }

  /** Removes the apostrophe that an export puts before texts that look like a formula. */
  #textOf(text: string): string {
    return this.#table.format === "csv" && guarded.test(text) ? text.slice(1) : text;
  }
}

const guarded = /^'+[=+\-@\t\r]/;

/** The ids or names in a link cell as a list of texts; JSON has lists of ids. */
function linkText(text: string, kind: string | undefined): string {
  if (kind !== "json") return text;
  const json: unknown = JSON.parse(text);
  return Array.isArray(json) && json.every((id) => typeof id === "string") ? json.join(", ") : text;
}
