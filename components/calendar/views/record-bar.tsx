import { unnamed } from "@/components/listing/record-names";
import type { Day } from "../days/day";
import { dayText, timeText } from "../days/day-texts";
import { laneHeight } from "../layout";
import type { Bar } from "../spans/lanes";
import { isBar } from "../spans/span";
import { Edge } from "./edge";
import { RecordLink } from "./record-link";
import { colorsOf, markColorOf, useSurroundings } from "./record-look";

interface RecordBarProps {
  readonly bar: Bar;
  readonly days: readonly Day[];
  /** The top of the first lane in pixels. */
  readonly top: number;
}

/** A record in a row of days: a bar over its days, or a line with its time. It is placed in the cell of its first day. */
export function RecordBar({
  bar: { span, lane, column, columns, isCutBefore, isCutAfter },
  days,
  top,
}: RecordBarProps) {
  const { dates, color, nameOf, mayResize } = useSurroundings();
  const { record, times } = span;
  const isFilled = isBar(span);
  const name = nameOf(record);
  const first = days[column] ?? span.first;
  const last = days[column + columns - 1] ?? span.last;
  return (
    <RecordLink
      span={span}
      first={first}
      last={last}
      className="absolute z-10 h-5 rounded-md"
      style={{
        top: top + lane * laneHeight,
        insetInlineStart: isCutBefore ? 0 : 3,
        width: `calc(${columns * 100}% - ${(isCutBefore ? 0 : 3) + (isCutAfter ? 0 : 4)}px)`,
      }}
      linkClass={`flex h-full items-center gap-1.5 overflow-hidden px-1.5 text-xs leading-4 ${isFilled ? `font-medium ${cutLook(isCutBefore, isCutAfter)}` : "rounded-md text-text hover:bg-hover"} ${isFilled ? "hover:brightness-97 dark:hover:brightness-115" : ""}`}
      linkStyle={isFilled ? colorsOf(record, color) : {}}
      edges={
        mayResize && (
          <>
            {!isCutBefore && <Edge part="start" along="x" />}
            {!isCutAfter && <Edge part="end" along="x" />}
          </>
        )
      }
    >
      {!isFilled && (
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={markColorOf(record, color)} />
      )}
      {times && !isCutBefore && (
        <span className={`shrink-0 tabular-nums ${isFilled ? "" : "text-muted"}`}>
          {timeText(times.from, dates.timeFormat)}
        </span>
      )}
      <span dir="auto" className={`truncate ${name === "" ? "italic" : ""}`}>
        {name || unnamed}
      </span>
      {span.first !== span.last && <span className="sr-only">{`until ${dayText(span.last)}`}</span>}
    </RecordLink>
  );
}

/** Points to the days before and after the row. */
function cutLook(isCutBefore: boolean, isCutAfter: boolean): string {
  if (isCutBefore && isCutAfter) {
    return "ps-3 [clip-path:polygon(0_50%,6px_0,calc(100%-6px)_0,100%_50%,calc(100%-6px)_100%,6px_100%)]";
  }
  if (isCutBefore) return "rounded-e-md ps-3 [clip-path:polygon(0_50%,6px_0,100%_0,100%_100%,6px_100%)]";
  if (isCutAfter)
    return "rounded-s-md [clip-path:polygon(0_0,calc(100%-6px)_0,100%_50%,calc(100%-6px)_100%,0_100%)]";
  return "rounded-md";
}
