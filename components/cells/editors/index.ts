import { draftOf, type Reading, readDraft } from "@/components/edits/read-draft";
import type { EditorKind } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import { dateEditor } from "./date-editor";
import { datetimeEditor } from "./datetime-editor";
import type { CellEditor, Typed } from "./editor";
import { filesEditor } from "./files-editor";
import { longTextEditor } from "./long-text-editor";
import { multiSelectEditor } from "./multi-select-editor";
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
  records: recordsEditor,
  none: {},
};

export function editorOf({ fieldType }: GridColumn): CellEditor {
  return editors[fieldType.look.editor];
}

/** Whether the cells of a column cannot be written: by the person at the page, or by anybody as they are computed. */
export function isReadOnly(column: GridColumn): boolean {
  const { Editor, toggled } = editorOf(column);
  return column.isLocked || (Editor === undefined && toggled === undefined);
}

/** The draft that an edit of a value begins with. */
export function firstDraft(column: GridColumn, value: unknown): string {
  const { write } = editorOf(column);
  return write ? write(value) : draftOf(column.field, column.fieldType, value);
}

/** What a draft means to a cell of the column. */
export function readEdit(column: GridColumn, draft: string): Reading {
  const { read = readDraft } = editorOf(column);
  return read(column.field, column.fieldType, draft);
}

/** What text does that is typed for a cell while its editor is closed: mostly it takes the place of the value. */
export function typedInto(column: GridColumn, text: string, value: unknown): Typed {
  const { Editor, typed = replaceValue } = editorOf(column);
  return Editor ? typed(text, firstDraft(column, value)) : "nothing";
}

function replaceValue(text: string): Typed {
  return { open: text };
}
