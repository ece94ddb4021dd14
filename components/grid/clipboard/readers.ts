import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { isLink, typingOf } from "@/lib/field-types";
import { listFromText } from "@/lib/field-types/list";
import type { StorageKind } from "@/lib/field-types/storage";
import type { ClipboardCell } from "./block";

/** What a pasted cell is to a column: a value; or "kept": nothing that the field takes, so that the cell stays as it is. */
export type PastedValue = { readonly value: unknown } | "kept";

/** How a column reads pasted cells; null where nobody writes its cells. */
export interface ColumnReader {
  readonly read: (cell: ClipboardCell) => PastedValue;
  /** How many options it gains. */
  readonly newOptions: number;
}

/** Records by the names that they were asked for: their ids. */
export type NamedIds = ReadonlyMap<string, string>;

/** What a column reads pasted cells by. */
export interface PasteSource {
  /** Of the records of the table that a link leads to. */
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

/** Whether the values are texts: such a field takes what another cell shows, and not the number behind it. */
export function isOfText({ fieldType }: GridColumn): boolean {
  return ofText.has(fieldType.storage);
}

const ofText: ReadonlySet<StorageKind> = new Set(["text", "option", "options"]);

/** The names in the cells of a link that have to be looked up. */
export function namesToFind(column: GridColumn, cells: readonly ClipboardCell[]): string[] {
  const { field, fieldType } = column;
  const unknown = cells.filter(
    (cell) => !readKept(column, cell) && fieldType.fromText(cell.text, field.template) === undefined,
  );
  return [...new Set(unknown.flatMap(({ text }) => [text.trim(), ...listFromText(text)]))].filter(
    (name) => name !== "",
  );
}

/** The value itself, where the copy carries it and it is one of this field's too. */
function readKept({ field, fieldType }: GridColumn, { kept }: ClipboardCell): PastedValue | undefined {
  if (!kept || kept.type !== field.type) return undefined;
  if (kept.tableId !== undefined && kept.tableId !== (field.template as { tableId?: string }).tableId) {
    return undefined;
  }
  const parsed = fieldType.value(field.template).safeParse(kept.value);
  return parsed.success ? { value: parsed.data } : undefined;
}

/** The records that names between commas mean; or that the whole text is the name of, commas and all. */
function linksFrom(text: string, { field }: GridColumn, ids: NamedIds): string[] | undefined {
  const { allowMultiple } = field.template as unknown as { allowMultiple: boolean };
  const whole = ids.get(text.trim());
  const found = whole === undefined ? listFromText(text).map((name) => ids.get(name)) : [whole];
  const linked = [...new Set(found)];
  if (linked.length === 0 || linked.includes(undefined)) return undefined;
  return linked.length > 1 && !allowMultiple ? undefined : (linked as string[]);
}

function countOptions(template: object): number {
  return (template as { options?: readonly unknown[] }).options?.length ?? 0;
}

/** A pasted column mostly says the same few things again and again. */
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
