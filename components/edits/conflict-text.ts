import type { HistoryEntry } from "@/lib/contract/changes";

/** The two values of a conflict as text; empty for an empty cell. */
export interface ConflictSides {
  readonly theirs: string;
  readonly mine: string;
}

/** Says who changed a cell, and to what, while a person was typing something else. A key stands for its unnamed person. */
export function conflictText(
  author: HistoryEntry["actor"] | undefined,
  { theirs, mine }: ConflictSides,
): string {
  const who = author?.person?.name ?? author?.name ?? "Someone";
  const did = theirs === "" ? "cleared this" : `changed this to ${quoted(theirs)}`;
  return `${who} ${did} while you were ${mine === "" ? "clearing it" : `typing ${quoted(mine)}`}`;
}

/** The author of the last change of a field, from the record's history. */
export function authorOf(
  history: readonly HistoryEntry[],
  fieldId: string,
): HistoryEntry["actor"] | undefined {
  return history.find(({ changes }) => changes.some((change) => change.fieldId === fieldId))?.actor;
}

/** Quotes are shortened to this length; the cell shows the whole value. */
const maxCharacters = 80;

function quoted(text: string): string {
  const characters = [...text];
  const isLong = characters.length > maxCharacters;
  return `“${isLong ? `${characters.slice(0, maxCharacters).join("")}…` : text}”`;
}
