import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { isLink, typingOf } from "@/lib/field-types";
import { listFromText } from "@/lib/field-types/list";
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

/** Record ids by name. */
export type NamedIds = ReadonlyMap<string, string>;

/** Lookup data for parsing pasted cells. */
export interface PasteSource {
  /** The records of the linked table by name. */
  readonly ids: NamedIds;
}

export function readerOf(
  column: GridColumn,
  cells: readonly ClipboardCell[],
  { ids }: PasteSource,
): ColumnReader | null {
  if (isReadOnly(column)) return null;
  const { field, fieldType } = column;
  const texts = cells.map(({ text }) => text).filter((text) => text.trim() !== "");
  const template = fieldType.optionsFrom?.(texts, field.template) ?? field.template;
  const { fromText } = typingOf(fieldType);
  const readPlain = remembered((plain: string): PastedValue | undefined => {
    const value = isOfText(column) ? undefined : fieldType.fromText(plain, template);
    return value === undefined ? undefined : { value };
  });
  const readText = remembered((text: string): PastedValue => {
    const value =
      (text === "" ? fieldType.empty : fromText(text, template)) ??
      (isLink(column.field) ? linksFrom(text, column, ids) : undefined) ??
      (text.trim() === "" ? fieldType.empty : undefined);
    return value === undefined ? "kept" : { value };
  });
  return {
    read: (cell) =>
      readKept(column, cell) ??
      (cell.plain === undefined ? undefined : readPlain(cell.plain)) ??
      readText(cell.text),
    newOptions: countOptions(template) - countOptions(field.template),
  };
}

/** The names to look up for cells pasted into a link field. */
export function namesToFind(column: GridColumn, cells: readonly ClipboardCell[]): string[] {
  const { field, fieldType } = column;
  const unknown = cells.filter(
    (cell) => !readKept(column, cell) && fieldType.fromText(cell.text, field.template) === undefined,
  );
  return [...new Set(unknown.flatMap(({ text }) => [text.trim(), ...listFromText(text)]))].filter(
    (name) => name !== "",
  );
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

/** The records named by a list, or by the whole text with its commas. */
function linksFrom(text: string, { field }: GridColumn, ids: NamedIds): string[] | undefined {
  const { allowMultiple } = field.template as { allowMultiple: boolean };
  const whole = ids.get(text.trim());
  const found = whole === undefined ? listFromText(text).map((name) => ids.get(name)) : [whole];
  const linked = [...new Set(found)];
  if (linked.length === 0 || linked.includes(undefined)) return undefined;
  return linked.length > 1 && !allowMultiple ? undefined : (linked as string[]);
}

function countOptions(template: object): number {
  return (template as { options?: readonly unknown[] }).options?.length ?? 0;
}

/** Caches results, because pasted columns often repeat a few texts. */
function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    known.set(text, result);
    return result;
  };
}
