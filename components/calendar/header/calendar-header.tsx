import { Popover } from "@base-ui/react/popover";
import { CalendarX2, ChevronDown, ChevronLeft, ChevronRight, Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Calendar } from "@/components/cells/editors/calendar";
import { calendarScales } from "@/components/commands/calendar-list";
import { offered } from "@/components/commands/command-needs";
import { runOnPage } from "@/components/open-table/page-commands";
import { useRights } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import { turned } from "../moves/steps";
import type { CalendarModel } from "../use-calendar";

interface CalendarHeaderProps {
  readonly calendar: CalendarModel;
  /** The number of records without a date; undefined until they are counted. */
  readonly undated: number | undefined;
  readonly isNarrow: boolean;
}

/** The place that a calendar shows, and ways to others. */
export function CalendarHeader({ calendar, undated, isNarrow }: CalendarHeaderProps) {
  const { day, scale, shape, today, showDay, showScale, showsWithoutDate, toggleWithoutDate, page } =
    calendar;
  const may = useRights();
  const names = turnNames[scale];
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1.5 border-border border-b bg-surface px-3 py-1.5">
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${names}`}
        className="rtl:-scale-x-100"
        onClick={() => showDay(turned(shape, day, -1))}
      />
      <IconButton
        icon={ChevronRight}
        label={`Next ${names}`}
        className="rtl:-scale-x-100"
        onClick={() => showDay(turned(shape, day, 1))}
      />
      <Title calendar={calendar} title={page.title} />
      <span className="basis-full sm:hidden" />
      <Button
        className="sm:ms-1"
        onClick={() => showDay(today)}
        aria-current={day === today ? "date" : undefined}
      >
        Today
      </Button>
      <span className="flex-1" />
      <Button look="quiet" aria-expanded={showsWithoutDate} onClick={toggleWithoutDate} className="gap-1.5">
        <CalendarX2 aria-hidden className="size-4" strokeWidth={1.75} />
        <span className="max-sm:sr-only">No date</span>
        {undated !== undefined && undated > 0 && (
          <span className="rounded-full bg-hover px-1.5 text-xs tabular-nums">
            {undated.toLocaleString("en")}
          </span>
        )}
      </Button>
      {isNarrow ? (
        <SelectField
          label="Show"
          hideLabel
          className="w-26"
          value={scale}
          choices={calendarScales.map(({ scale: value, label }) => ({ value, label }))}
          onChange={(chosen) => {
            const found = calendarScales.find((each) => each.scale === chosen);
            if (found) showScale(found.scale);
          }}
        />
      ) : (
        <fieldset aria-label="Show" className="flex rounded-lg border border-border p-0.5">
          {calendarScales.map(({ scale: each, label }) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === scale}
              onClick={() => showScale(each)}
              className="h-6.5 rounded-md px-2.5 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      {isNarrow &&
        offered(commands, may).map(({ command, ...button }) => (
          <IconButton
            key={button.label}
            className="size-9"
            onClick={() => runOnPage(command, calendar)}
            {...button}
          />
        ))}
    </div>
  );
}

const turnNames = { month: "month", week: "week", day: "day", list: "month" } as const;

const commands = [
  { label: "Undo", icon: Undo2, command: { do: "undo" } },
  { label: "Redo", icon: Redo2, command: { do: "redo" } },
] as const;

/** The name of the shown month, week or day, which opens a small calendar to jump to another. */
function Title({ calendar: { day, showDay }, title }: { calendar: CalendarModel; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <h2 className="min-w-0">
        <Popover.Trigger
          aria-label={`${title}, go to another day`}
          className="flex h-8 min-w-0 items-center gap-1 rounded-md px-2 font-semibold text-base hover:bg-hover"
        >
          <span className="truncate">{title}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Popover.Trigger>
      </h2>
      <Popover.Portal container={usePortalPlace()}>
        <Popover.Positioner className="z-50" sideOffset={4} align="start" collisionPadding={8}>
          <Popover.Popup
            aria-label="Go to a day"
            className="rounded-lg bg-raised p-2 text-dense shadow-raised outline-none"
          >
            <Calendar
              label="Go to a day"
              day={day}
              onChoose={(chosen) => {
                showDay(chosen);
                setIsOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
