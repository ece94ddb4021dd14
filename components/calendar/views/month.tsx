import type { Ref } from "react";
import { weekdayText } from "../days/day-texts";
import { smallestWeek } from "../layout";
import type { CalendarModel } from "../use-calendar";
import { DayRow } from "./day-row";
import { Part } from "./part";

interface MonthProps {
  readonly calendar: CalendarModel;
  readonly overDays: (day: string) => boolean;
  readonly mayAdd: boolean;
  readonly bodyRef: Ref<HTMLDivElement>;
}

/** The weeks of a month, or one week of records without a time. */
export function Month({ calendar, overDays, mayAdd, bodyRef }: MonthProps) {
  const { page, layout, spans, day, scale } = calendar;
  const columns = { gridTemplateColumns: `repeat(${page.rows[0]?.length ?? 7}, minmax(0, 1fr))` };
  return (
    <div className="flex h-full min-h-0 flex-col" role="presentation">
      <Part
        role="row"
        className="grid shrink-0 border-border border-b bg-surface"
        style={columns}
        tabIndex={-1}
      >
        {page.rows[0]?.map((each) => (
          <Part
            key={each}
            role="columnheader"
            aria-label={weekdayText(each, "long")}
            className="px-2.5 py-1.5 font-medium text-muted text-xs"
          >
            {weekdayText(each, "short")}
          </Part>
        ))}
      </Part>
      <Part
        ref={bodyRef}
        role="rowgroup"
        className="grid min-h-0 flex-1 overflow-y-auto overflow-x-hidden"
        style={{ gridAutoRows: `minmax(${smallestWeek}px, 1fr)` }}
      >
        {page.rows.map((days, row) => (
          <Part
            key={days[0]}
            role="row"
            className="grid min-h-0 border-border border-b outline-none last:border-b-0"
            style={columns}
          >
            <DayRow
              days={days}
              lanes={layout.lanes[row] ?? noLanes}
              spans={spans}
              month={scale === "month" ? day : null}
              capacity={calendar.capacity}
              overDays={overDays}
              mayAdd={mayAdd}
            />
          </Part>
        ))}
      </Part>
    </div>
  );
}

const noLanes = { bars: [], hidden: [] };
