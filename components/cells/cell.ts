import type { EditStore } from "@/components/edits/edit-store";
import { type CellId, type Failure, failureOf, shownValue } from "@/components/edits/edits";
import type { Record } from "@/lib/contract/records";
import type { GridColumn } from "./columns";

/** The cell a command works on: its field, its record and the value it shows. */
export interface Cell {
  readonly column: GridColumn;
  readonly recordId: string;
  readonly value: unknown;
  readonly failure: Failure | undefined;
}

export function cellOf(column: GridColumn, record: Pick<Record, "id" | "data">, store: EditStore): Cell {
  const edits = store.get().records.get(record.id);
  const { id } = column.field;
  return {
    column,
    recordId: record.id,
    value: shownValue(edits, id, record.data[id]),
    failure: failureOf(edits, id),
  };
}

export function cellIdOf({ recordId, column }: Cell): CellId {
  return { recordId, fieldId: column.field.id };
}
