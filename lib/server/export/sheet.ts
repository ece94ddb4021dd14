import type { Readable } from "node:stream";
import type { Sql } from "../db";
import type { SchemaField } from "../structure/schemas";
import type { RecordProperty } from "./text-rows";

/** A table on its way into a file. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** True if a spreadsheet must not run texts as formulas. */
  readonly isGuarded: boolean;
}

/** A field of the table. */
export interface SheetColumn {
  readonly field: SchemaField;
  /** In pixels. */
  readonly width: number;
  /** True if values are written as the API returns them, false if as plain texts. */
  readonly isRaw: boolean;
  /** The text of a value, "" for an empty one. */
  toText(value: unknown): string;
}

/** A record on its way into a file. */
export interface SheetRow {
  readonly id: string;
  /** In the order of the format's `properties`. */
  readonly properties: readonly unknown[];
  /** In the order of the columns. */
  readonly values: readonly unknown[];
}

/** Writes one file: its head, then its rows in any number of parts, then its foot. */
export interface SheetWriter {
  readonly head: string;
  rows(rows: readonly SheetRow[]): string;
  /** The same rows for PostgreSQL to write, if it can. */
  readonly copied?: CopiedLines | undefined;
  readonly foot: string;
  /** Wraps the text in the final file; by default the text is the file. */
  pack?(text: Readable): Readable;
}

/** The lines of a file as PostgreSQL writes them, with the quotes of CSV. */
export interface CopiedLines {
  readonly cells: readonly CopiedCell[];
  readonly delimiter: string;
}

/** A cell for PostgreSQL to write. */
export interface CopiedCell {
  /** SQL: what is stored of it, NULL if nothing is. */
  readonly stored: Sql;
  /** SQL: its text, NULL for an empty one, from a column with what is stored. */
  text(stored: Sql): Sql;
}

/** A format of files. */
export interface SheetFormat {
  /** Omitted if the format is compressed already. */
  readonly isCompressible?: true;
  /** Properties that the file has of each record, besides its id and its fields; none by default. */
  readonly properties?: readonly RecordProperty[];
  /** The maximum size of a file; unlimited by default. */
  readonly bounds?: SheetBounds;
  write(sheet: Sheet): SheetWriter;
}

export interface SheetBounds {
  /** Records, not counting the header. */
  readonly rows: number;
  /** UTF-16 code units of a cell's text. */
  readonly textLength: number;
}
