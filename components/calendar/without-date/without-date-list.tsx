import { CalendarPlus, X } from "lucide-react";
import { unnamed } from "@/components/listing/record-names";
import { LoadNotice } from "@/components/open-table/row-notices";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Record } from "@/lib/contract/records";
import type { CalendarModel } from "../use-calendar";
import { markColorOf, useSurroundings } from "../views/record-look";
import type { WithoutDate } from "./use-without-date";

interface WithoutDateListProps {
  readonly calendar: CalendarModel;
  readonly undated: WithoutDate;
}

/** The records without a date, to be placed on days by dragging or by their buttons. */
export function WithoutDateList({ calendar, undated }: WithoutDateListProps) {
  const { writableIds, dates, toggleWithoutDate, placedIds } = calendar;
  const mayPlace = writableIds.has(dates.start.id);
  const shown = undated.records.filter(({ id }) => !placedIds.has(id));
  return (
    <aside
      aria-label="No date"
      data-without-date
      // On a phone it leaves room for the days, onto which records are dragged.
      className="flex w-72 shrink-0 flex-col border-border border-s bg-surface max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-40 max-sm:h-2/5 max-sm:w-full max-sm:border-s-0 max-sm:border-t max-sm:shadow-raised"
    >
      <div className="flex items-center justify-between border-border border-b py-1 ps-3 pe-1">
        <h3 className="font-semibold">No date</h3>
        <IconButton icon={X} label="Close the list of records without a date" onClick={toggleWithoutDate} />
      </div>
      <LoadNotice error={undated.error} onRetry={undated.retry} />
      {undated.isLoaded && shown.length === 0 && (
        <p className="px-3 py-4 text-muted">{`All records have a date in “${dates.start.name}”.`}</p>
      )}
      {mayPlace && shown.length > 0 && (
        <p className="px-3 pt-2 text-muted text-xs">Drag a record onto a day.</p>
      )}
      <ul aria-label="Records without a date" className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {shown.map((record) => (
          <UndatedRecord key={record.id} record={record} calendar={calendar} mayPlace={mayPlace} />
        ))}
        {undated.hasMore && (
          <li className="flex justify-center p-2">
            <Button onClick={undated.showMore} disabled={!undated.isLoaded}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </aside>
  );
}

interface UndatedRecordProps {
  readonly record: Record;
  readonly calendar: CalendarModel;
  readonly mayPlace: boolean;
}

function UndatedRecord({ record, calendar, mayPlace }: UndatedRecordProps) {
  const { color, nameOf, hrefOf, markedId, carried } = useSurroundings();
  const name = nameOf(record) || unnamed;
  return (
    <li
      data-record-id={record.id}
      data-undated
      className={`flex items-center gap-2 rounded-md pe-1 hover:bg-hover ${markedId === record.id ? "outline-2 outline-accent -outline-offset-2" : ""} ${carried?.record.id === record.id ? "opacity-50" : ""}`}
    >
      <a
        href={hrefOf(record.id)}
        data-card={record.id}
        draggable={false}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 select-none [-webkit-touch-callout:none]"
      >
        <span aria-hidden className="h-4 w-1 shrink-0 rounded-full" style={markColorOf(record, color)} />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </a>
      {mayPlace && (
        <IconButton
          icon={CalendarPlus}
          label={`Place ${name} on a day`}
          className="size-7"
          onClick={() => calendar.services.show({ is: "move-to-day", record })}
        />
      )}
    </li>
  );
}
