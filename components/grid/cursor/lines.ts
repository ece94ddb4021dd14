import type { Group } from "@/components/groups/group";
import { countUntil } from "@/components/groups/row-layout";
import { type Folds, foldAt } from "@/components/groups/shown-rows";

/** What is shown one below the other, rows and the headers of groups. They are numbered together, from 0. */
export interface Lines {
  readonly rows: number;
  /** The rows of folded groups, which are no lines. */
  readonly folds: Folds;
  /** Those that are shown, from the top down; each stands above the first row of its group. */
  readonly headers: readonly Header[];
}

export interface Header {
  readonly group: Pick<Group, "id" | "level" | "rows">;
}

/** A row; or the header of a group, which has the row that is the group's first. */
export interface Line {
  readonly row: number;
  readonly groupId: string | null;
}

export function countLines({ rows, folds, headers }: Lines): number {
  return headers.length + shownBefore(folds, rows);
}

/** The number of a line; for a hidden row that of the header that it is folded under. */
export function lineOf(lines: Lines, { row, groupId }: Line): number {
  const { folds, headers } = lines;
  if (groupId !== null) {
    return lineOfHeader(
      lines,
      headers.findIndex(({ group }) => group.id === groupId),
    );
  }
  const line = headersUntil(headers, row) + shownBefore(folds, row);
  return foldAt(folds, row) ? line - 1 : line;
}

/** The line of a number. */
export function lineAt(lines: Lines, line: number): Line {
  const { folds, headers } = lines;
  const above = countUntil(headers, (_, at) => lineOfHeader(lines, at) > line);
  const last = headers[above - 1]?.group;
  if (last && lineOfHeader(lines, above - 1) === line) return { row: last.rows.first, groupId: last.id };
  let row = line - above;
  for (const { first, end } of folds) {
    if (first <= row) row += end - first;
  }
  return { row, groupId: null };
}

/** How many groups a row is in. */
export function depthOf(headers: Lines["headers"], row: number): number {
  let at = headersUntil(headers, row) - 1;
  // Where there are more groups than headers, the last of an inner level ends before those around it.
  while (at >= 0 && (headers[at]?.group.rows.end ?? 0) <= row) at -= 1;
  return (headers[at]?.group.level ?? -1) + 1;
}

/** How many headers stand above a row. */
function headersUntil(headers: Lines["headers"], row: number): number {
  return countUntil(headers, ({ group }) => group.rows.first > row);
}

function lineOfHeader({ folds, headers }: Lines, at: number): number {
  return at + shownBefore(folds, headers[at]?.group.rows.first ?? 0);
}

function shownBefore(folds: Folds, row: number): number {
  return folds.reduce((shown, { first, end }) => shown - Math.max(0, Math.min(row, end) - first), row);
}
