import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { fromIso, toIso } from "./iso-date";

export interface CalendarProps {
  /** The name of the field. */
  readonly label: string;
  /** `YYYY-MM-DD`, like all days here. */
  readonly day: string | undefined;
  readonly onChoose: (day: string) => void;
  /** Empties the cell; left out where there is nothing to empty. */
  readonly onClear?: () => void;
}

/** A calendar to choose a day from. It shows the month of the chosen day until a person turns to another. */
export function CalendarDays({ label, day, onChoose, onClear }: CalendarProps) {
  const [turned, setTurned] = useState<{ from: string | undefined; to: Date }>();
  const chosen = day === undefined ? undefined : fromIso(day);
  const month = turned && turned.from === day ? turned.to : (chosen ?? new Date());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops keys from reaching the grid
    <div
      // The grid would handle Enter and Space before they click a day, and the keys of a list of months.
      onKeyDown={(event) => {
        const isOfList =
          event.target instanceof HTMLSelectElement && event.key !== "Tab" && event.key !== "Escape";
        if (event.key === "Enter" || event.key === " " || isOfList) event.stopPropagation();
      }}
    >
      <DayPicker
        mode="single"
        required
        aria-label={`${label}: calendar`}
        selected={chosen}
        month={month}
        captionLayout="dropdown"
        onMonthChange={(to) => setTurned({ from: day, to })}
        onSelect={(chosenDay) => onChoose(toIso(chosenDay))}
        startMonth={yearAround(month, -yearsListed)}
        endMonth={yearAround(month, yearsListed)}
        showOutsideDays
        classNames={calendarLook}
      />
      <div className="mt-1 flex gap-1">
        <button type="button" className={quickLook} onClick={() => onChoose(toIso(new Date()))}>
          Today
        </button>
        {onClear && day !== undefined && (
          <button type="button" className={quickLook} onClick={onClear}>
            Clear
          </button>
        )}
      </div>
    </div>
  );
}

/** Number of years that the list of years has before and after the one shown. */
const yearsListed = 60;

/** The first day of a year so many years from a month, as far as fields of dates reach. */
function yearAround(month: Date, years: number): Date {
  const year = Math.min(Math.max(month.getFullYear() + years, 1), 9999);
  return fromIso(`${String(year).padStart(4, "0")}-${years < 0 ? "01-01" : "12-31"}`);
}

const quickLook = "h-7 rounded px-2 text-accent hover:bg-hover";

const calendarLook = {
  root: "relative w-[238px] min-w-full",
  month_caption: "flex h-7 items-center font-semibold",
  dropdowns: "flex",
  dropdown_root:
    "relative rounded px-1 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus",
  // The words are drawn beside it; it is there for the pointer and the keyboard.
  dropdown: "absolute inset-0 w-full cursor-pointer opacity-0",
  caption_label: "flex h-7 items-center gap-0.5",
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
