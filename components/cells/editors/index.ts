import { draftOf, type Reading, readDraft } from "@/components/edits/read-draft";
import type { EditorKind } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import { dateEditor } from "./date-editor";
import { datetimeEditor } from "./datetime-editor";
import type { CellEditor, Typed } from "./editor";
import { filesEditor } from "./files-editor";
import { longTextEditor } from "./long-text-editor";
import { multiSelectEditor } from "./multi-select-editor";
import { peopleEditor } from "./people-editor";
import { ratingEditor } from "./rating-editor";
import { recordsEditor } from "./records-editor";
import { selectEditor } from "./select-editor";
import { numberEditor, textEditor } from "./text-editor";

const editors: { readonly [Kind in EditorKind]: CellEditor } = {
  text: textEditor,
  "long-text": longTextEditor,
  number: numberEditor,
  select: selectEditor,
  "multi-select": multiSelectEditor,
  checkbox: { toggled: (value) => value !== true },
  date: dateEditor,
  datetime: datetimeEditor,
  rating: ratingEditor,
  files: filesEditor,
  people: peopleEditor,
  records: recordsEditor,
  none: {},
};

export function editorOf({ fieldType }: GridColumn): CellEditor {
  return editors[fieldType.look.editor];
}

/** True if cells of the column cannot be edited: they are computed, or this person may not edit them. */
export function isReadOnly(column: GridColumn): boolean {
  const { Editor, toggled } = editorOf(column);
  return column.isLocked || (Editor === undefined && toggled === undefined);
}

/** The initial draft of an edit. */
export function firstDraft(column: GridColumn, value: unknown): string {
  const { write } = editorOf(column);
  return write ? write(value) : draftOf(column.field, column.fieldType, value);
}

/** Parses a draft for a cell of the column. */
export function readEdit(column: GridColumn, draft: string): Reading {
  const { read = readDraft } = editorOf(column);
  return read(column.field, column.fieldType, draft);
}

/** Handles text typed while the editor is closed: usually it replaces the value. */
export function typedInto(column: GridColumn, text: string, value: unknown): Typed {
  const { Editor, typed = replaceValue } = editorOf(column);
  return Editor ? typed(text, firstDraft(column, value)) : "nothing";
}

function replaceValue(text: string): Typed {
  return { open: text };
}
