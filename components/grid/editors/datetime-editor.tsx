import { Calendar, focusCalendar } from "./calendar";
import type { CellEditor, EditorProps } from "./editor";
import { toIso } from "./iso-date";
import { boxLook, editorLook } from "./look";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";
import { type DayAndTime, dayAndTime, typedText } from "./wall-time";

export const datetimeEditor: CellEditor = { Editor: DatetimeEditor, now: (now) => now.toISOString() };

/** Typed text, and a month and a clock that change its day and its time; all in the field's time zone. */
function DatetimeEditor({ column, draft, actions }: EditorProps) {
  const { field } = column;
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const boxRef = useBox<HTMLDivElement>("below");
  const chosen = chosenIn({ column, draft });

  function change(part: Partial<DayAndTime>): void {
    actions.type(typedText({ day: toIso(new Date()), time: "00:00", ...chosen, ...part }));
  }

  return (
    <>
      <input
        ref={inputRef}
        aria-label={field.name}
        className={`${editorLook} tabular-nums`}
        placeholder="YYYY-MM-DD HH:MM"
        value={draft}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusCalendar(event, boxRef.current);
        }}
        autoComplete="off"
      />
      <div ref={boxRef} popover="manual" className={`${boxLook} p-2`}>
        <Calendar
          label={field.name}
          day={chosen?.day}
          onChoose={(day) => {
            change({ day });
            // The time may be next, and Enter is to commit.
            inputRef.current?.focus();
          }}
        />
        <label className="mt-2 flex items-center gap-2 border-border border-t pt-2 text-muted">
          Time
          <input
            type="time"
            className="h-7 flex-1 rounded border border-border-strong bg-surface px-2 text-text tabular-nums"
            value={chosen?.time.slice(0, 5) ?? ""}
            onChange={(event) => event.target.value !== "" && change({ time: event.target.value })}
          />
        </label>
      </div>
    </>
  );
}

/** The day and the time that the draft means, as clocks in the field's time zone show them. */
function chosenIn({ column: { field, fieldType }, draft }: Pick<EditorProps, "column" | "draft">) {
  const form = fieldType.typing ?? fieldType;
  const moment = form.fromText(draft, field.template);
  return moment === undefined ? undefined : dayAndTime(form.toText(moment, field.template));
}
