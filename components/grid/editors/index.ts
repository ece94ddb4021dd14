import type { EditorKind } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import { dateEditor } from "./date-editor";
import type { CellEditor } from "./editor";
import { longTextEditor } from "./long-text-editor";
import { selectEditor } from "./select-editor";
import { numberEditor, textEditor } from "./text-editor";

const editors: { readonly [Kind in EditorKind]: CellEditor } = {
  text: textEditor,
  "long-text": longTextEditor,
  number: numberEditor,
  select: selectEditor,
  checkbox: { toggled: (value) => value !== true },
  date: dateEditor,
};

export function editorOf({ fieldType }: GridColumn): CellEditor {
  return editors[fieldType.look.editor];
}
