import type { ReactNode } from "react";
import { useRowLines } from "./row-lines";

interface PillRowProps {
  /** Those that there is room for. */
  readonly children: readonly ReactNode[];
  /** How many there are in all. */
  readonly count: number;
}

/** Small things beside each other, in high rows on several lines, and how many more there are. */
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
