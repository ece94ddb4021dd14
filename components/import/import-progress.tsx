import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { FileImport } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import { type Reached, secondsLeft, timeLeftText } from "./time-left";
import { importQuery } from "./use-import";

/** The progress of a running import: a bar, the rows read so far, and the time left. Not announced at each step. */
export function ImportProgress({ place }: { place: ImportPlace }) {
  const { data, dataUpdatedAt } = useQuery(importQuery(place));
  const left = useTimeLeft(data?.progress ?? null, dataUpdatedAt);
  if (data?.status !== "running") return null;
  const { rows = 0, of = 0 } = data.progress ?? {};
  return (
    <div className="flex flex-col gap-1 pt-1">
      <ProgressBar
        label={`Importing ${data.filename}`}
        value={rows === 0 ? null : rows}
        max={Math.max(1, of)}
      />
      <p className="flex flex-wrap justify-between gap-x-3 text-muted tabular-nums">
        <span>{`${rows.toLocaleString("en")} of ${of.toLocaleString("en")} rows`}</span>
        <span>{phaseText(rows, of) ?? left}</span>
      </p>
    </div>
  );
}

/** Describes the time before and after the rows are read. */
function phaseText(rows: number, of: number): string | undefined {
  if (rows === 0) return "Starting…";
  return rows >= of ? "Storing the records…" : undefined;
}

/** Estimates the time left from the speed since the first rows. */
function useTimeLeft(progress: FileImport["progress"], at: number): string | undefined {
  const [reached, setReached] = useState<{ first: Reached; last: Reached } | null>(null);
  const rows = progress?.rows;
  if (rows !== undefined && reached?.last.rows !== rows) {
    const last = { at, rows };
    // Rows are read after others have left the queue, so time with no rows does not count.
    setReached({ first: reached && reached.last.rows > 0 ? reached.first : last, last });
  }
  const seconds = progress && reached ? secondsLeft(reached.first, reached.last, progress.of) : undefined;
  return seconds === undefined ? undefined : timeLeftText(seconds);
}
