import { typingOf } from "@/lib/field-types";
import { Calendar } from "./calendar";
import type { CellEditor, EditorProps } from "./editor";
import { toIso } from "./iso-date";
import { TypedDay } from "./typed-day";
import { useFocusAtEnd } from "./use-focus-at-end";

export const dateEditor: CellEditor = { Editor: DateEditor, today: toIso, now: toIso };

/** A text input with a calendar: click a day, or press ArrowDown and use the arrow keys. */
function DateEditor(props: EditorProps) {
  const { column, draft, actions } = props;
  const { field, fieldType } = column;
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const iso = typingOf(fieldType).fromText(draft, field.template);

  function choose(day: string): void {
    actions.type(day);
    actions.commit();
  }

  return (
    <TypedDay {...props} inputRef={inputRef} placeholder="YYYY-MM-DD">
      <Calendar label={field.name} day={typeof iso === "string" ? iso : undefined} onChoose={choose} />
    </TypedDay>
  );
}
