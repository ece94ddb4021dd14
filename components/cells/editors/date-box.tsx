import { typingOf } from "@/lib/field-types";
import { Calendar } from "./calendar";
import type { EditorProps } from "./editor";
import { TypedDay } from "./typed-day";
import { useFocusAtEnd } from "./use-focus-at-end";

/** A text input with a calendar: click a day, or press ArrowDown and use the arrow keys. */
export function DateBox(props: EditorProps) {
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
      <Calendar
        label={field.name}
        day={typeof iso === "string" ? iso : undefined}
        onChoose={choose}
        onClear={() => choose("")}
      />
    </TypedDay>
  );
}
