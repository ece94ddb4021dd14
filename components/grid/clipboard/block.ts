/** A cell as it is copied and pasted. */
export interface ClipboardCell {
  /** What the cell shows. */
  readonly text: string;
  /** In a copy of ours, the value's plain text, where the cell may show less: 12.345 as $12.35. */
  readonly plain?: string;
  /** The value itself, where its text says less: files, and links, whose text is their names. */
  readonly kept?: KeptValue;
}

export interface KeptValue {
  /** The type of the field that it is a value of. */
  readonly type: string;
  /** Of a link, the table that it leads to. */
  readonly tableId?: string;
  readonly value: unknown;
}

/** Rows of cells. They may be of different lengths: what is missing leaves its cell alone. */
export type Block = readonly (readonly ClipboardCell[])[];

/** The two forms in which a clipboard holds a table; either may be empty. */
export interface ClipboardTexts {
  readonly text: string;
  readonly html: string;
}

export function widthOf(block: Block): number {
  return block.reduce((width, row) => Math.max(width, row.length), 0);
}
