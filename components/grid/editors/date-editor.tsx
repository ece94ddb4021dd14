import { type KeyboardEvent, useState } from "react";
import { DayPicker } from "react-day-picker";
import type { CellEditor, EditorProps } from "./editor";
import { fromIso, toIso } from "./iso-date";
import { boxLook, editorLook } from "./look";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";

export const dateEditor: CellEditor = { Editor: DateEditor, now: toIso };

/** Typed text, and a month to choose a day from: by the mouse, or by the arrow keys after ArrowDown. */
function DateEditor({ column: { field, fieldType }, draft, actions }: EditorProps) {
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const boxRef = useBox<HTMLDivElement>("below");
  const [browsed, setBrowsed] = useState<Date>();
  const iso = fieldType.fromText(draft, field.template);
  const chosen = typeof iso === "string" ? fromIso(iso) : undefined;

  function choose(day: Date): void {
    actions.type(toIso(day));
    actions.commit();
  }

  return (
    <>
      <input
        ref={inputRef}
        aria-label={field.name}
        className={`${editorLook} tabular-nums`}
        placeholder="YYYY-MM-DD"
        value={draft}
        onChange={(event) => {
          setBrowsed(undefined);
          actions.type(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusDay(event, boxRef.current);
        }}
        autoComplete="off"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from the grid */}
      <div
        ref={boxRef}
        popover="manual"
        className={`${boxLook} p-2`}
        // A day is chosen by a click on it, which the grid would prevent by taking the key for itself.
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") event.stopPropagation();
        }}
      >
        <DayPicker
          mode="single"
          required
          aria-label={`${field.name}: calendar`}
          selected={chosen}
          month={browsed ?? chosen ?? new Date()}
          onMonthChange={setBrowsed}
          onSelect={choose}
          startMonth={fromIso("0001-01-01")}
          endMonth={fromIso("9999-12-31")}
          showOutsideDays
          classNames={calendarLook}
        />
      </div>
    </>
  );
}

function focusDay(event: KeyboardEvent, box: HTMLElement | null): void {
  event.preventDefault();
  box?.querySelector<HTMLElement>("[role=gridcell] button[tabindex='0']")?.focus();
}

const calendarLook = {
  root: "relative w-[238px] min-w-full",
  month_caption: "flex h-7 items-center px-1 font-semibold",
  nav: "absolute end-0 top-0 flex",
  button_previous: "flex size-7 items-center justify-center rounded hover:bg-hover",
  button_next: "flex size-7 items-center justify-center rounded hover:bg-hover",
  chevron: "size-4 fill-muted",
  month_grid: "mt-1 w-full border-collapse",
  weekday: "h-7 font-normal text-muted",
  day: "p-0 text-center",
  day_button: "size-8 rounded tabular-nums hover:bg-hover",
  outside: "text-muted",
  today: "font-semibold text-accent",
  selected: "rounded bg-accent !text-accent-text [&_button]:hover:bg-transparent",
};
