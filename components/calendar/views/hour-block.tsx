import type { CSSProperties } from "react";
import { unnamed } from "@/components/listing/record-names";
import type { Day } from "../days/day";
import { timeText } from "../days/day-texts";
import type { Block } from "../spans/blocks";
import { shownEnd } from "../spans/shift";
import { Edge } from "./edge";
import { RecordLink } from "./record-link";
import { colorsOf, markColorOf, useSurroundings } from "./record-look";

interface HourBlockProps {
  readonly block: Block;
  readonly day: Day;
  /** In pixels. */
  readonly hourHeight: number;
}

/** A record among the hours of a day. */
export function HourBlock({ block, day, hourHeight }: HourBlockProps) {
  const { dates, color, nameOf, mayResize } = useSurroundings();
  const { span, from, to, column, columns, across, isCutBefore, isCutAfter } = block;
  const { record, times } = span;
  const name = nameOf(record);
  const height = ((to - from) / 60) * hourHeight - 2;
  const isLow = height < 40;
  const start = times ? timeText(times.from, dates.timeFormat) : "";
  const end = times ? timeText(shownEnd(times), dates.timeFormat) : "";
  return (
    <RecordLink
      span={span}
      first={day}
      last={day}
      className="absolute z-10 rounded-md bg-surface"
      style={{
        top: (from / 60) * hourHeight + 1,
        height,
        insetInlineStart: `calc(${(column / columns) * 100}% + 2px)`,
        width: `calc(${(across / columns) * 100}% - 4px)`,
      }}
      linkClass={`flex h-full overflow-hidden rounded-md border-s-3 px-1.5 text-xs leading-4 hover:brightness-97 dark:hover:brightness-115 ${isLow ? "items-center gap-1.5" : "flex-col py-0.5"}`}
      linkStyle={{ ...colorsOf(record, color), borderColor: markColorOf(record, color).backgroundColor }}
      edges={
        mayResize && (
          <>
            {!isCutBefore && times?.from !== times?.to && <Edge part="start" along="y" />}
            {!isCutAfter && <Edge part="end" along="y" />}
          </>
        )
      }
    >
      <span
        dir="auto"
        className={`shrink-0 overflow-hidden font-medium [overflow-wrap:anywhere] ${isLow ? "max-w-full truncate" : ""} ${name === "" ? "italic" : ""}`}
        style={isLow ? {} : clampedTo(Math.max(1, Math.floor((height - 24) / 16)))}
      >
        {name || unnamed}
      </span>
      <span className="min-w-0 truncate tabular-nums">
        {start}
        <span className={isLow || columns > across ? "sr-only" : ""}>{` – ${end}`}</span>
      </span>
    </RecordLink>
  );
}

function clampedTo(lines: number): CSSProperties {
  return { display: "-webkit-box", WebkitBoxOrient: "vertical", WebkitLineClamp: lines };
}
