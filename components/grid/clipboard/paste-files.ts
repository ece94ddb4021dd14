import { withPart } from "@/components/ui/with-part";
import { deferred } from "../commands/deferred";
import { activeCell, type GridState } from "../grid-state";

/** Uploads pasted files to the active cell. Returns false if it is not in a file field. */
export function pasteFiles(files: readonly File[], grid: GridState): boolean {
  const cell = activeCell(grid);
  if (files.length === 0 || cell?.column.fieldType.storage !== "files") return false;
  withPart(deferred, ({ uploadFiles }) => uploadFiles(files, cell, grid));
  return true;
}
