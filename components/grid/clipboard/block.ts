/** A cell as it is copied and pasted. */
export interface ClipboardCell {
  /** The text shown in the cell. */
  readonly text: string;
  /** In Rowhouse's own copies: the full text of a value whose display is rounded, such as 12.345 shown as $12.35. */
  readonly plain?: string;
  /** The value itself, if its text does not determine it: files, and links, whose text is names. */
  readonly kept?: KeptValue;
}

export interface KeptValue {
  /** The field type of the value. */
  readonly type: string;
  /** The linked table, for links. */
  readonly tableId?: string;
  readonly value: unknown;
}

/** Rows of cells, possibly of different lengths; missing cells are not pasted into. */
export type Block = readonly (readonly ClipboardCell[])[];

/** The two formats of a table on the clipboard; either may be empty. */
export interface ClipboardTexts {
  readonly text: string;
  readonly html: string;
}

export function widthOf(block: Block): number {
  return block.reduce((width, row) => Math.max(width, row.length), 0);
}
