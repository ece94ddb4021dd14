import type { GridColumn } from "@/components/cells/columns";
import { isEmpty, isLink } from "@/lib/field-types";
import { convert } from "@/lib/field-types/convert";

/**
 * Converts a value from one column to another, by its text if the fields differ. Returns undefined if that fails. Links
 * are never converted: their ids mean nothing to a person or another table.
 */
export function convertBetweenColumns(value: unknown, from: GridColumn, to: GridColumn): unknown {
  if (value === undefined || from === to) return value;
  if (isEmpty(from.fieldType, value)) return to.fieldType.empty;
  const isAgreed = from.field.type === to.field.type && isSameTarget(from, to);
  if (!isAgreed)
    return isLink(from.field) || isLink(to.field) ? undefined : convert(value, typed(from), typed(to));
  return to.fieldType.value(to.field.template).safeParse(value).success ? value : undefined;
}

function typed({ field, fieldType }: GridColumn) {
  return { fieldType, template: field.template };
}

/** Link fields agree if they link to the same table. */
function isSameTarget(from: GridColumn, to: GridColumn): boolean {
  const [one, other] = [from, to].map(({ field }) => (field.template as { tableId?: string }).tableId);
  return one === other;
}
