import type { ReactNode } from "react";
import { unnamed } from "@/components/listing/record-names";
import type { Day } from "../days/day";
import { dayText, timeText } from "../days/day-texts";
import type { Span } from "../spans/span";
import { RecordLink } from "./record-link";
import { markColorOf, useSurroundings } from "./record-look";

interface RecordRowProps {
  readonly span: Span;
  readonly day: Day;
  readonly isPlace?: boolean;
  readonly children?: ReactNode;
}

/** A record in a list, with its time. */
export function RecordRow({ span, day, isPlace = true, children }: RecordRowProps) {
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
      <TimeText span={span} />
      <span dir="auto" className={`min-w-0 flex-1 truncate font-medium ${name === "" ? "italic" : ""}`}>
        {name || unnamed}
      </span>
      {children}
    </RecordLink>
  );
}

function TimeText({ span: { first, last, times } }: { span: Span }) {
  const { dates } = useSurroundings();
  if (dates.zone === null && first === last) return null;
  const from = times && timeText(times.from, dates.timeFormat);
  const text =
    first !== last
      ? `until ${dayText(last)}`
      : times && times.to > times.from
        ? `${from} – ${timeText(times.to, dates.timeFormat)}`
        : from;
  return <span className="w-36 shrink-0 truncate text-muted tabular-nums max-sm:w-28">{text}</span>;
}
