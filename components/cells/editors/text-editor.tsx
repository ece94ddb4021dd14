import type { CellEditor, EditorProps } from "./editor";
import { editorLook } from "./look";
import { useFocusAtEnd } from "./use-focus-at-end";

export const textEditor: CellEditor = { Editor: TextEditor, arrowsCommit: true };
export const numberEditor: CellEditor = { Editor: NumberEditor, arrowsCommit: true };

function TextEditor({ column, draft, actions }: EditorProps) {
  const ref = useFocusAtEnd<HTMLInputElement>();
  return (
    <input
      ref={ref}
      aria-label={column.field.name}
      className={editorLook}
      dir="auto"
      value={draft}
      onChange={(event) => actions.type(event.target.value)}
      autoComplete="off"
    />
  );
}

/** A text input, because the field's format decides how a number is parsed. */
function NumberEditor({ column, draft, actions }: EditorProps) {
  const ref = useFocusAtEnd<HTMLInputElement>();
  return (
    <input
      ref={ref}
      aria-label={column.field.name}
      className={`${editorLook} text-end tabular-nums`}
      inputMode="decimal"
      value={draft}
      onChange={(event) => actions.type(event.target.value)}
      autoComplete="off"
    />
  );
}
