import type { ComponentType } from "react";
import type { Step } from "@/components/commands/command";
import type { CellId } from "@/components/edits/edits";
import type { Reading } from "@/components/edits/read-draft";
import type { Field } from "@/lib/contract/fields";
import type { ResolvedType } from "@/lib/field-types";
import type { GridColumn } from "../columns";

/** The cell being edited and the actions of its editor. The grid handles keys that the editor does not. */
export interface EditorProps {
  readonly column: GridColumn;
  readonly recordId: string;
  /** The current draft. The grid keeps it, so that nothing is lost if the editor moves. */
  readonly draft: string;
  readonly actions: EditorActions;
}

export interface EditorActions {
  /** True while the edit of this cell is open. */
  isOpenOn(cell: CellId): boolean;
  type(draft: string): void;
  /** Saves the draft and closes the editor; then moves, if a step is given. */
  commit(step?: Step): void;
  /** Saves the draft and closes the editor, because the focus has moved elsewhere. */
  leave(): void;
}

/** The editor for all field types whose look names it. */
export interface CellEditor {
  /** The component that opens in the cell, if there is one. */
  readonly Editor?: ComponentType<EditorProps>;
  /**
   * True if arrows save and leave an editor opened by typing, as in a spreadsheet; otherwise arrows belong to the
   * editor.
   */
  readonly arrowsCommit?: true;
  /** Formats a value as the initial draft; left out: the text that a person would type for it. */
  readonly write?: (value: unknown) => string;
  /** Parses a draft; left out: by the field type. */
  readonly read?: (field: Field, fieldType: ResolvedType, draft: string) => Reading;
  /** The part of a draft that a person typed; left out: all of it. */
  readonly typedIn?: (draft: string) => string;
  /**
   * Handles text typed while the editor is closed; `draft` is the initial draft. Left out: the editor opens with the
   * text instead of the value.
   */
  readonly typed?: (text: string, draft: string) => Typed;
  /** The value that Space, Enter or a click changes the cell to. */
  readonly toggled?: (value: unknown) => unknown;
  /** The draft for the current day, and for the current moment. */
  readonly today?: (now: Date, column: GridColumn) => string;
  readonly now?: (now: Date) => string;
}

/** Opens the editor with a draft, saves a draft without opening, or does nothing. */
export type Typed = { readonly open: string } | { readonly commit: string } | "nothing";
