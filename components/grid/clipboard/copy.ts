import { isBlank } from "@/components/listing/is-blank";
import { listToText } from "@/lib/field-types/list";
import type { GridColumn } from "../columns";
import type { ClipboardCell } from "./block";
import { isLink } from "./readers";

/** A column that is copied. */
export interface CopiedColumn {
  readonly column: GridColumn;
  /** Where its values come from: of a lookup, the column at its end; else itself. */
  readonly source: GridColumn;
}

/** A cell as it is copied: its plain text, and the value beside it where the text says less. */
export function copiedCell(
  { column, source }: CopiedColumn,
  value: unknown,
  nameOf: (recordId: string) => string,
): ClipboardCell {
  const { field, fieldType } = source;
  if (isBlank(value)) return { text: "" };
  if (isLink(source)) {
    const { tableId } = field.template as { tableId: string };
    const names = (value as readonly string[]).map(nameOf);
    return { text: listToText(names), kept: { type: field.type, tableId, value } };
  }
  // A lookup has the values of a field that holds lists in one, and any others one by one.
  if (source !== column && !Array.isArray(fieldType.empty)) {
    const texts = (value as readonly unknown[]).map((each) => fieldType.toText(each, field.template));
    return { text: listToText(texts) };
  }
  const text = fieldType.toText(value, field.template);
  return fieldType.textSaysLess && !fieldType.isComputed
    ? { text, kept: { type: field.type, value } }
    : { text };
}
