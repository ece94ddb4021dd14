import { openRecord } from "@/components/open-table/open-record";
import type { PresentCell } from "@/lib/contract/presence";

type GoToCell = (cell: PresentCell) => void;

/** The way in which the open view goes to a cell. Views without one open its record. */
let goInView: GoToCell | undefined;

/** Lets the open view go to cells, until the returned function is called. */
export function goToCellsBy(go: GoToCell): () => void {
  goInView = go;
  return () => {
    if (goInView === go) goInView = undefined;
  };
}

/** Goes to a cell of the open table. */
export function goToCell(cell: PresentCell): void {
  if (goInView) goInView(cell);
  else openRecord(cell.recordId);
}
