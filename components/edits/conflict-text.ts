import type { HistoryEntry } from "@/lib/contract/changes";

/** The two values of a cell that conflict, in words; empty where there is none. */
export interface ConflictSides {
  readonly theirs: string;
  readonly mine: string;
}

/** Says who has changed a cell to what, while a person was typing something else. */
export function conflictText(
  author: HistoryEntry["actor"] | undefined,
  { theirs, mine }: ConflictSides,
): string {
  const who = author?.name ?? "Someone";
  const did = theirs === "" ? "cleared this" : `changed this to ${quoted(theirs)}`;
  return `${who} ${did} while you were ${mine === "" ? "clearing it" : `typing ${quoted(mine)}`}`;
}

/** Who has changed a field last, by the history of its record. */
export function authorOf(
  history: readonly HistoryEntry[],
  fieldId: string,
): HistoryEntry["actor"] | undefined {
  return history.find(({ changes }) => changes.some((change) => change.fieldId === fieldId))?.actor;
}

/** What is longer is in the cell. */
const mostCharacters = 80;

function quoted(text: string): string {
  const characters = [...text];
  const isLong = characters.length > mostCharacters;
  return `“${isLong ? `${characters.slice(0, mostCharacters).join("")}…` : text}”`;
}
