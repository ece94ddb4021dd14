import type { ComponentType } from "react";
import type { Step } from "@/components/commands/command";
import type { CellId } from "@/components/edits/edits";
import type { Reading } from "@/components/edits/read-draft";
import type { Field } from "@/lib/contract/fields";
import type { ResolvedType } from "@/lib/field-types";
import type { GridColumn } from "../columns";

/** What is edited, and how an editor says what a person did. Keys it leaves alone are the grid's. */
export interface EditorProps {
  readonly column: GridColumn;
  readonly recordId: string;
  /** The text so far: the grid keeps it, so that nothing is lost wherever the editor goes. */
  readonly draft: string;
  readonly actions: EditorActions;
}

export interface EditorActions {
  /** Whether the edit of a cell has not ended. */
  isOpenOn(cell: CellId): boolean;
  type(draft: string): void;
  /** Writes the draft and closes; then goes a step on, if one is named. */
  commit(step?: Step): void;
  /** Writes the draft and closes, as the focus has gone elsewhere. */
  leave(): void;
}

/** One way to edit a cell, for all the field types whose look names it. */
export interface CellEditor {
  /** What opens in the cell; left out where nothing does. */
  readonly Editor?: ComponentType<EditorProps>;
  /** Arrows lead on to other cells where a character has begun the edit, as in a spreadsheet; else they are the editor's. */
  readonly arrowsLeadOn?: true;
  /** The draft that the editor begins with; left out: what a person would type for the value. */
  readonly write?: (value: unknown) => string;
  /** What the draft means; left out: what the field type reads in it. */
  readonly read?: (field: Field, fieldType: ResolvedType, draft: string) => Reading;
  /**
   * What text does that is typed while the editor is closed, `draft` being the one it would begin with. Left
   * out: the editor opens with the text in place of the value.
   */
  readonly typed?: (text: string, draft: string) => Typed;
  /** The value that Space, Enter or a click on the box changes the cell to. */
  readonly toggled?: (value: unknown) => unknown;
  /** The text of this day, as the field has it, and of this moment, where there is one. */
  readonly today?: (now: Date, column: GridColumn) => string;
  readonly now?: (now: Date) => string;
}

/** It opens the editor with a draft, or is the whole edit already, or means nothing here. */
export type Typed = { readonly open: string } | { readonly commit: string } | "nothing";
