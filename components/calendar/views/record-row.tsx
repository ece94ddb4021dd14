import { unnamed } from "@/components/listing/record-names";
import type { Day } from "../days/day";
import { shortDayText, timeText } from "../days/day-texts";
import type { DateFields, Span } from "../spans/span";
import { RecordLink } from "./record-link";
import { markColorOf, useSurroundings } from "./record-look";

interface RecordRowProps {
  readonly span: Span;
  readonly day: Day;
  readonly isPlace?: boolean;
}

/** A record in a list, with its time. */
export function RecordRow({ span, day, isPlace = true }: RecordRowProps) {
  const { color, nameOf } = useSurroundings();
  const name = nameOf(span.record);
  return (
    <RecordLink
      span={span}
      first={day}
      last={day}
      isPlace={isPlace}
      className="relative rounded-md"
      linkClass="flex min-h-8 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
    >
      <span
        aria-hidden
        className="w-1 shrink-0 self-stretch rounded-full"
        style={markColorOf(span.record, color)}
      />
      <TimeText span={span} day={day} />
      <span dir="auto" className={`min-w-0 flex-1 truncate font-medium ${name === "" ? "italic" : ""}`}>
        {name || unnamed}
      </span>
    </RecordLink>
  );
}

interface TimeTextProps {
  readonly span: Span;
  readonly day: Day;
}

/** The time of a record on a day, or its last day. */
function TimeText({ span, day }: TimeTextProps) {
  const { dates, today } = useSurroundings();
  const text = timeOf(span, day, dates) ?? (span.last > day ? `until ${shortDayText(span.last, today)}` : "");
  if (dates.zone === null && text === "") return null;
  return <span className="w-24 shrink-0 truncate text-muted tabular-nums">{text}</span>;
}

/** The hours of a record on a day; undefined if it takes the whole day. */
function timeOf({ first, last, times }: Span, day: Day, { timeFormat }: DateFields): string | undefined {
  if (!times || (day !== first && day !== last)) return undefined;
  const [from, to] = [timeText(times.from, timeFormat), timeText(times.to, timeFormat)];
  if (first === last) return times.to > times.from ? `${from} – ${to}` : from;
  return day === last ? `until ${to}` : undefined;
}
