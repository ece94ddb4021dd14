import { useRecordNames } from "@/components/listing/record-names";
import { useGridTable } from "../table-context";
import type { CellProps } from "./cell-props";
import { countFitting } from "./fitting";
import { PillRow } from "./pill-row";
import { RecordPill } from "./record-pill";
import { useRowLines } from "./row-lines";

/** The minimum width of a pill. Names beyond the cell are not loaded. */
const narrowestPill = 32;

/** The names of the linked records. */
export function RecordsCell({ column: { field, width }, value }: CellProps) {
  const { databaseId } = useGridTable();
  const { tableId } = field.template as { tableId: string };
  const ids = value as readonly string[];
  const lines = useRowLines();
  const asked = ids.slice(0, lines * Math.ceil(width / narrowestPill));
  const names = useRecordNames({ databaseId, tableId }, asked);
  const shown = names.slice(
    0,
    countFitting(
      names.map((name) => name ?? ""),
      { width, lines },
    ),
  );
  return (
    <PillRow count={ids.length}>
      {shown.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lookup may contain a record twice
        <RecordPill key={index} name={name} />
      ))}
    </PillRow>
  );
}
