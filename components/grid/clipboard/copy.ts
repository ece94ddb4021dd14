import type { GridColumn } from "@/components/cells/columns";
import type { SourcedColumn } from "@/components/cells/lookup-source";
import { isBlank } from "@/components/listing/is-blank";
import { copiedText, isLink } from "@/lib/field-types";
import { listToText } from "@/lib/field-types/list";
import type { ClipboardCell } from "./block";
import { isOfText } from "./is-of-text";

/** A cell as copied: its displayed text, and its value if the text does not determine it. */
export function copiedCell(
  { column, source }: SourcedColumn,
  value: unknown,
  nameOf: (recordId: string) => string,
): ClipboardCell {
  const { field, fieldType } = source;
  if (isBlank(value)) return { text: "" };
  if (isLink(source.field)) {
    const { tableId } = field.template as { tableId: string };
    const names = (value as readonly string[]).map(nameOf);
    return { text: listToText(names), kept: { type: field.type, tableId, value } };
  }
  const isLookedUp = source !== column && !Array.isArray(fieldType.empty);
  const textBy = (toText: (each: unknown) => string) =>
    isLookedUp ? textOfLookup(value as readonly unknown[], { source, toText }) : toText(value);
  const text = textBy((each) => copiedText(fieldType, each, field.template));
  if (fieldType.textSaysLess && !fieldType.isComputed) return { text, kept: { type: field.type, value } };
  return isOfText(source)
    ? { text }
    : { text, plain: textBy((each) => fieldType.toText(each, field.template)) };
}

/** A lookup contains the values of a list field as one list, and other values one by one. */
function textOfLookup(
  values: readonly unknown[],
  { source, toText }: { readonly source: GridColumn; readonly toText: (value: unknown) => string },
): string {
  const texts = values.map(toText);
  const [only = "", ...more] = texts;
  // A single number such as 1,234.50 is not quoted, because its comma separates nothing; a single text might be a list.
  return more.length === 0 && !isOfText(source) ? only : listToText(texts);
}
