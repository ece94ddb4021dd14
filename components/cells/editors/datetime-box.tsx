import { typingOf } from "@/lib/field-types";
import { Calendar } from "./calendar";
import type { EditorProps } from "./editor";
import { TypedDay } from "./typed-day";
import { useFocusAtEnd } from "./use-focus-at-end";
import { beginOfDay, type DayAndTime, dayAndTime, typedText } from "./wall-time";

/** A text input with a calendar and a time input, in the field's time zone. */
export function DatetimeBox(props: EditorProps) {
  const { column, draft, actions } = props;
  const { field } = column;
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const chosen = chosenIn({ column, draft });

  function change(part: Partial<DayAndTime>): void {
    actions.type(typedText({ ...beginOfDay(new Date(), column), ...chosen, ...part }));
  }

  function end(text: string): void {
    actions.type(text);
    actions.commit();
  }

  return (
    <TypedDay {...props} inputRef={inputRef} placeholder="YYYY-MM-DD HH:MM">
      <Calendar
        label={field.name}
        day={chosen?.day}
        onChoose={(day) => {
          change({ day });
          // A person may type the time next, and Enter must save the edit.
          inputRef.current?.focus();
        }}
        onClear={() => end("")}
      />
      <div className="mt-2 flex items-center gap-1 border-border border-t pt-2">
        <label className="flex flex-1 items-center gap-2 text-muted">
          Time
          <input
            type="time"
            className="h-7 flex-1 rounded border border-border-strong bg-surface px-2 text-text tabular-nums"
            value={chosen?.time.slice(0, 5) ?? ""}
            onChange={(event) => event.target.value !== "" && change({ time: event.target.value })}
          />
        </label>
        <button
          type="button"
          className="h-7 rounded px-2 text-accent hover:bg-hover"
          // The grid would handle Enter before it clicks.
          onKeyDown={(event) => event.key === "Enter" && event.stopPropagation()}
          onClick={() => end(new Date().toISOString())}
        >
          Now
        </button>
      </div>
    </TypedDay>
  );
}

/** The day and time of the draft, in the field's time zone. */
function chosenIn({ column: { field, fieldType }, draft }: Pick<EditorProps, "column" | "draft">) {
  const form = typingOf(fieldType);
  const moment = form.fromText(draft, field.template);
  return moment === undefined ? undefined : dayAndTime(form.toText(moment, field.template));
}
