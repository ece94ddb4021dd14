import { countOf, type Range } from "@/components/listing/range";

/** A change of the manual order. */
export interface MovePlan {
  /** The row that the moved rows follow; null for the top. */
  readonly after: number | null;
  /** The new row number of the first one; the others follow it. */
  readonly first: number;
}

/** Plans to move rows, in order, before the row `to`; undefined if they are there already. */
export function planMove(rows: readonly Range[], to: number): MovePlan | undefined {
  const [block, ...others] = rows;
  if (!block || (others.length === 0 && to >= block.first && to <= block.end)) return undefined;
  const above = rows.map(({ first, end }) => ({ first: Math.min(first, to), end: Math.min(end, to) }));
  const after = above.reduceRight((row, { first, end }) => (row === end - 1 ? first - 1 : row), to - 1);
  return { after: after < 0 ? null : after, first: to - countOf(above) };
}

/** The row that rows are placed before when they move one step; separate ranges are joined. */
export function stepTarget(rows: readonly Range[], way: "up" | "down", count: number): number {
  const [first, last] = [rows[0]?.first ?? 0, rows.at(-1)?.end ?? count];
  return way === "up" ? Math.max(0, first - 1) : Math.min(count, last + 1);
}
