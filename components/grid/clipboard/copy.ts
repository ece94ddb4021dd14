import { listToText } from "@/lib/field-types/list";
import type { GridColumn } from "../columns";
import { isBlank } from "../is-blank";
import type { ClipboardCell } from "./block";
import { isLink } from "./readers";

/** A cell as it is copied: its plain text, and the value beside it where the text says less. */
export function copiedCell(
  column: GridColumn,
  value: unknown,
  nameOf: (recordId: string) => string,
): ClipboardCell {
  const { field, fieldType } = column;
  if (isBlank(value)) return { text: "" };
  if (isLink(column)) {
    const { tableId } = field.template as { tableId: string };
    const names = (value as readonly string[]).map(nameOf);
    return { text: listToText(names), kept: { type: field.type, tableId, value } };
  }
  const text = fieldType.toText(value, field.template);
  return fieldType.textSaysLess && !fieldType.isComputed
    ? { text, kept: { type: field.type, value } }
    : { text };
}
