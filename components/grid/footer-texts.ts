import { counted } from "./counted";
import type { RecordCount } from "./use-records";

export function countText({ rows, isKnown }: RecordCount): string {
  return isKnown ? counted(rows, "record") : "Counting…";
}

export function unsavedText(unsaved: number): string {
  const changes = `${counted(unsaved, "change")} ${unsaved === 1 ? "is" : "are"}`;
  return `The server cannot be reached: ${changes} not saved yet. Trying again…`;
}

/** Where there are more groups than one is told of. */
export function groupsCutText(groups: number): string {
  return `Only the first ${counted(groups, "group")} have headers`;
}
