import { typingOf } from "@/lib/field-types";
import { type MomentTemplate, zoneOf } from "@/lib/field-types/datetime";
import { wallTime } from "@/lib/field-types/zone";
import type { GridColumn } from "../columns";
import { Calendar } from "./calendar";
import type { CellEditor, EditorProps } from "./editor";
import { TypedDay } from "./typed-day";
import { useFocusAtEnd } from "./use-focus-at-end";
import { type DayAndTime, dayAndTime, typedText } from "./wall-time";

export const datetimeEditor: CellEditor = {
  Editor: DatetimeEditor,
  today: (now, column) => typedText(beginOfDay(now, column)),
  now: (now) => now.toISOString(),
};

/** A text input with a calendar and a time input, in the field's time zone. */
function DatetimeEditor(props: EditorProps) {
  const { column, draft, actions } = props;
  const { field } = column;
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const chosen = chosenIn({ column, draft });

  function change(part: Partial<DayAndTime>): void {
    actions.type(typedText({ ...beginOfDay(new Date(), column), ...chosen, ...part }));
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
    </TypedDay>
  );
}

/** The start of the current day in the field's time zone, which may differ from this machine's. */
function beginOfDay(now: Date, { field }: GridColumn): DayAndTime {
  const wall = wallTime(now.getTime(), zoneOf(field.template as MomentTemplate));
  const [day = ""] = new Date(wall).toISOString().split("T");
  return { day, time: "00:00" };
}

/** The day and time of the draft, in the field's time zone. */
function chosenIn({ column: { field, fieldType }, draft }: Pick<EditorProps, "column" | "draft">) {
  const form = typingOf(fieldType);
  const moment = form.fromText(draft, field.template);
  return moment === undefined ? undefined : dayAndTime(form.toText(moment, field.template));
}
