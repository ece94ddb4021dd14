import { Dialog } from "@/components/ui/dialog";
import type { Day } from "../days/day";
import { longDayText } from "../days/day-texts";
import type { CalendarModel } from "../use-calendar";
import { RecordRow } from "../views/record-row";

interface DayDialogProps {
  readonly day: Day;
  readonly calendar: CalendarModel;
  readonly anchor: () => Element | null;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** All records of a day that has no room for them. */
export function DayDialog({ day, calendar, anchor, onClose, finalFocus }: DayDialogProps) {
  const own = calendar.spans.filter(({ first, last }) => first <= day && last >= day);
  return (
    <Dialog
      open
      onClose={onClose}
      title={longDayText(day, calendar.today)}
      anchor={anchor}
      finalFocus={finalFocus}
    >
      <ul aria-label="Records" className="min-h-0 overflow-y-auto p-1.5">
        {own.map((span) => (
          <li key={span.record.id}>
            <RecordRow span={span} day={day} isPlace={false} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
