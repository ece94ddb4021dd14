import type { GridColumn } from "../columns";
import type { GridState } from "../grid-state";

/** Says why nothing is written into cells of fields whose values come about by themselves. */
export function sayComputed(columns: readonly GridColumn[], { services }: Pick<GridState, "services">): void {
  const [column] = columns;
  if (!column) return;
  services.say(
    columns.length === 1
      ? { title: `${column.field.name} is computed`, detail: "Its cells cannot be changed." }
      : { title: "These fields are computed", detail: "Their cells cannot be changed." },
  );
}
