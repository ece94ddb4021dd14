import type { GridColumn } from "@/components/cells/columns";
import { lockedField, refusalOf } from "@/components/rights/refusal";
import { isDerived } from "@/lib/field-types";
import type { GridState } from "../grid-state";

/** Reports why cells of these columns cannot be edited. */
export function notifyReadOnly(
  columns: readonly GridColumn[],
  { services }: Pick<GridState, "services">,
): void {
  const [column] = columns;
  if (!column) return;
  if (!services.may("update-records")) services.notify(refusalOf("update-records", services.may));
  else if (column.isLocked) services.notify(lockedField(column.field));
  else if (columns.length > 1) {
    services.notify({ title: "These fields are computed", detail: "Their values can't be edited." });
  } else {
    const how = isDerived(column.field) && services.may("read") ? " Press Enter to see how." : "";
    services.notify({
      title: `${column.field.name} is computed`,
      detail: `Its values can't be edited.${how}`,
    });
  }
}
