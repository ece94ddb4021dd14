import type { Failure } from "@/components/edits/edits";
import type { Cell } from "./cell";
import type { GridColumn } from "./columns";
import { editorOf } from "./editors";

/**
 * The text that a cell shows in place of its value because it could not be saved; undefined if nothing was typed that
 * a person could read. A conflict shows the other person's value, and both texts where it is decided.
 */
export function failedText(column: GridColumn, failure: Failure | undefined): string | undefined {
  const { Editor, typedIn } = editorOf(column);
  if (!failure || failure.conflict || !Editor) return undefined;
  const text = typedIn ? typedIn(failure.draft) : failure.draft;
  return text === "" ? undefined : text;
}

/** True if nobody can see the value of a cell, as it shows a text that could not be saved. */
export function showsFailedText({ column, failure }: Cell): boolean {
  return failedText(column, failure) !== undefined;
}
