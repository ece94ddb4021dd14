import type { CellEditor, EditorProps } from "./editor";
import { useInputAttributes } from "./editor-frame";
import { useFocusAtEnd } from "./use-focus-at-end";

export const textEditor: CellEditor = { Editor: TextEditor, arrowsCommit: true };
export const numberEditor: CellEditor = { Editor: NumberEditor, arrowsCommit: true };

function TextEditor({ column, draft, actions }: EditorProps) {
  const ref = useFocusAtEnd<HTMLInputElement>();
  const attributes = useInputAttributes(column.field.name);
  return (
    <input
      ref={ref}
      {...attributes}
      inputMode={inputModes[column.field.type]}
      dir="auto"
      value={draft}
      onChange={(event) => actions.type(event.target.value)}
    />
  );
}

/** The keyboards that phones show. */
const inputModes: { readonly [type: string]: "email" | "tel" | "url" } = {
  email: "email",
  phone_number: "tel",
  url: "url",
};

/** A text input, because the field's format decides how a number is parsed. */
function NumberEditor({ column, draft, actions }: EditorProps) {
  const ref = useFocusAtEnd<HTMLInputElement>();
  const attributes = useInputAttributes(column.field.name, "text-end tabular-nums");
  return (
    <input
      ref={ref}
      {...attributes}
      inputMode="decimal"
      value={draft}
      onChange={(event) => actions.type(event.target.value)}
    />
  );
}
