import { isReadOnly } from "@/components/cells/editors";
import type { GridState } from "../grid-state";
import { setCut } from "./cut";
import { type CopyRequest, makeCopy } from "./make-copy";

/** Copies the selection, into `transfer` if a browser event provides it. */
export function copy(grid: GridState, asked: Pick<CopyRequest, "transfer" | "format"> = {}): void {
  makeCopy(grid, { ...asked, onCopied: () => setCut(null) });
}

/** Copies the selection and marks it: pasting it clears the marked cells. */
export function cut(grid: GridState, transfer?: DataTransfer): void {
  makeCopy(grid, {
    transfer,
    onCopied({ copyId, texts, recordIds, columns }) {
      const written = columns.filter((column) => !isReadOnly(column));
      const { databaseId, tableId } = grid.services.listing;
      setCut({
        copyId,
        text: texts.text,
        place: { databaseId, tableId },
        recordIds: new Set(recordIds),
        columns: columns.map(({ field }) => field.id),
        fields: new Map(written.map(({ field, fieldType }) => [field.id, fieldType.empty])),
      });
    },
  });
}
