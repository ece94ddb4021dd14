import type { ReactNode } from "react";
import { useRowLines } from "./row-lines";

interface PillRowProps {
  /** The items that fit. */
  readonly children: readonly ReactNode[];
  /** The total number of items. */
  readonly count: number;
}

/** Items in a row, in tall rows on several lines, followed by the number of hidden ones. */
export function PillRow({ children, count }: PillRowProps) {
  const rest = count - children.length;
  const isHigh = useRowLines() > 1;
  return (
    <span className={`flex min-w-0 items-center gap-1 ${isHigh ? "flex-wrap" : ""}`}>
      {children}
      {rest > 0 && <span className="shrink-0 text-muted text-xs">{`+${rest}`}</span>}
    </span>
  );
}
