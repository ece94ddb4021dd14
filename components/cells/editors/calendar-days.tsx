import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { fromIso, toIso } from "./iso-date";

export interface CalendarProps {
  /** The name of the field. */
  readonly label: string;
  /** `YYYY-MM-DD`, like all days here. */
  readonly day: string | undefined;
  readonly onChoose: (day: string) => void;
}

/** A calendar to choose a day from. It shows the month of the chosen day until a person turns to another. */
export function CalendarDays({ label, day, onChoose }: CalendarProps) {
  const [turned, setTurned] = useState<{ from: string | undefined; to: Date }>();
  const chosen = day === undefined ? undefined : fromIso(day);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops keys from reaching the grid
    <div
      // Stops Enter and Space, which the grid would handle before they click a day.
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      }}
    >
      <DayPicker
        mode="single"
        required
        aria-label={`${label}: calendar`}
        selected={chosen}
        month={turned && turned.from === day ? turned.to : (chosen ?? new Date())}
        onMonthChange={(to) => setTurned({ from: day, to })}
        onSelect={(chosenDay) => onChoose(toIso(chosenDay))}
        startMonth={fromIso("0001-01-01")}
        endMonth={fromIso("9999-12-31")}
        showOutsideDays
        classNames={calendarLook}
      />
    </div>
  );
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
