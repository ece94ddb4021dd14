import { counted } from "@/components/tasks/counted";

/** Rows read so far, and the time in ms. */
export interface Reached {
  readonly at: number;
  readonly rows: number;
}

/** Seconds until all rows are read, at the speed since `first`; undefined until that is known. */
export function secondsLeft(first: Reached, last: Reached, of: number): number | undefined {
  const [ms, rows] = [last.at - first.at, last.rows - first.rows];
  return ms < minMs || rows <= 0 ? undefined : ((of - last.rows) / rows) * (ms / 1_000);
}

/** An earlier estimate would be far off. */
const minMs = 2_000;

/** Rounds a duration as a person would say it: "About 20 seconds left". */
export function timeLeftText(seconds: number): string {
  if (seconds < 5) return "A few seconds left";
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  return `About ${counted(Math.round(seconds / 60), "minute")} left`;
}
