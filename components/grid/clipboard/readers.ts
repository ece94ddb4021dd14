import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { typingOf } from "@/lib/field-types";
import { missingNames, type NamedIds, namesIn, remembered, textReader } from "@/lib/field-types/columns";
import type { ClipboardCell } from "./block";
import { isOfText } from "./is-of-text";

/** A pasted value; "kept" if the field cannot accept it, so that the cell stays as it is. */
export type PastedValue = { readonly value: unknown } | "kept";

/** Parses pasted cells for a column; null if its cells cannot be edited. */
export interface ColumnReader {
  readonly read: (cell: ClipboardCell) => PastedValue;
  /** The number of options the paste adds. */
  readonly newOptions: number;
}

/** Lookup data for parsing pasted cells. */
export interface PasteSource {
  /** The records of the linked table by name. */
  readonly ids: NamedIds;
  /** True if unknown labels become options. */
  readonly addsOptions: boolean;
}

export function readerOf(
  column: GridColumn,
  cells: readonly ClipboardCell[],
  { ids, addsOptions }: PasteSource,
): ColumnReader | null {
  if (isReadOnly(column)) return null;
  const { field, fieldType } = column;
  const texts = cells.map(({ text }) => text).filter((text) => text.trim() !== "");
  const template = (addsOptions && fieldType.optionsFrom?.(texts, field.template)) || field.template;
  const { fromText } = typingOf(fieldType);
  const readPlain = remembered((plain) =>
    isOfText(column) ? undefined : pasted(fieldType.fromText(plain, template)),
  );
  const readText = textReader({ fieldType, template }, (text) => fromText(text, template), ids);
  return {
    read: (cell) =>
      readKept(column, cell) ??
      (cell.plain === undefined ? undefined : readPlain(cell.plain)) ??
      pasted(readText(cell.text)) ??
      "kept",
    newOptions: countOptions(template) - countOptions(field.template),
  };
}

function pasted(value: unknown): PastedValue | undefined {
  return value === undefined ? undefined : { value };
}

/** The names to look up for cells pasted into a link field. */
export function namesToFind(column: GridColumn, cells: readonly ClipboardCell[]): string[] {
  return textsOfNames(column, cells).flatMap(namesIn);
}

/** The names in cells pasted into a link field that no record has. A single link takes a list as one name. */
export function namesToCreate(column: GridColumn, cells: readonly ClipboardCell[], ids: NamedIds): string[] {
  const { allowMultiple } = column.field.template as { allowMultiple: boolean };
  return textsOfNames(column, cells).flatMap((text) =>
    missingNames(text, ids, { isOneName: !allowMultiple }),
  );
}

function textsOfNames(column: GridColumn, cells: readonly ClipboardCell[]): string[] {
  const { field, fieldType } = column;
  const unknown = cells.filter(
    (cell) => !readKept(column, cell) && fieldType.fromText(cell.text, field.template) === undefined,
  );
  return unknown.map(({ text }) => text);
}

/** The copied value itself, if the field accepts it. */
function readKept({ field, fieldType }: GridColumn, { kept }: ClipboardCell): PastedValue | undefined {
  if (!kept || kept.type !== field.type) return undefined;
  if (kept.tableId !== undefined && kept.tableId !== (field.template as { tableId?: string }).tableId) {
    return undefined;
  }
  const parsed = fieldType.value(field.template).safeParse(kept.value);
  return parsed.success ? { value: parsed.data } : undefined;
}

function countOptions(template: object): number {
  return (template as { options?: readonly unknown[] }).options?.length ?? 0;
}
