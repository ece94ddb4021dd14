import type { GridColumn } from "@/components/cells/columns";
import { isEmpty, isLink } from "@/lib/field-types";
import { convert } from "@/lib/field-types/convert";

/**
 * A value of one column as one of another, or undefined where it is none: itself where the fields agree, else by its
 * text. Links have none: what stands there are ids, which say nothing to a person, and mean nothing in another table.
 */
export function carried(value: unknown, from: GridColumn, to: GridColumn): unknown {
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

/** Links of two fields agree where they lead to the same table. */
function isSameTarget(from: GridColumn, to: GridColumn): boolean {
  const [one, other] = [from, to].map(({ field }) => (field.template as { tableId?: string }).tableId);
  return one === other;
}
