import type { Group } from "@/components/groups/group";
import { countUntil } from "@/components/groups/row-layout";
import { type HiddenRows, hiddenAt } from "@/components/groups/shown-rows";

/** The visible lines, rows and group headers, numbered together from 0. */
export interface Lines {
  readonly rows: number;
  /** The rows of collapsed groups, which are not lines. */
  readonly hiddenRows: HiddenRows;
  /** The visible headers from top to bottom, each above the first row of its group. */
  readonly headers: readonly Header[];
}

export interface Header {
  readonly group: Pick<Group, "id" | "level" | "rows">;
}

/** A row, or a group header with the first row of its group. */
export interface Line {
  readonly row: number;
  readonly groupId: string | null;
}

export function countLines({ rows, hiddenRows, headers }: Lines): number {
  return headers.length + shownBefore(hiddenRows, rows);
}

/** The number of a line; for a hidden row, that of the header that hides it. */
export function lineOf(lines: Lines, { row, groupId }: Line): number {
  const { hiddenRows, headers } = lines;
  if (groupId !== null) {
    return lineOfHeader(
      lines,
      headers.findIndex(({ group }) => group.id === groupId),
    );
  }
  const line = headersUntil(headers, row) + shownBefore(hiddenRows, row);
  return hiddenAt(hiddenRows, row) ? line - 1 : line;
}

/** The line with a given number. */
export function lineAt(lines: Lines, line: number): Line {
  const { hiddenRows, headers } = lines;
  const above = countUntil(headers, (_, at) => lineOfHeader(lines, at) > line);
  const last = headers[above - 1]?.group;
  if (last && lineOfHeader(lines, above - 1) === line) return { row: last.rows.first, groupId: last.id };
  let row = line - above;
  for (const { first, end } of hiddenRows) {
    if (first <= row) row += end - first;
  }
  return { row, groupId: null };
}

/** The number of groups that contain a row. */
export function depthOf(headers: Lines["headers"], row: number): number {
  let at = headersUntil(headers, row) - 1;
  // If there are more groups than headers, the last inner group ends before its outer group.
  while (at >= 0 && (headers[at]?.group.rows.end ?? 0) <= row) at -= 1;
  return (headers[at]?.group.level ?? -1) + 1;
}

/** The number of headers above a row. */
function headersUntil(headers: Lines["headers"], row: number): number {
  return countUntil(headers, ({ group }) => group.rows.first > row);
}

function lineOfHeader({ hiddenRows, headers }: Lines, at: number): number {
  return at + shownBefore(hiddenRows, headers[at]?.group.rows.first ?? 0);
}

function shownBefore(hiddenRows: HiddenRows, row: number): number {
  return hiddenRows.reduce((shown, { first, end }) => shown - Math.max(0, Math.min(row, end) - first), row);
}
