import { countOf, type Range } from "@/components/listing/range";

/** What of the manual order changes. */
export interface MovePlan {
  /** The row that those which are moved come to stand behind; null on top. */
  readonly after: number | null;
  /** The row that the first of them is afterwards: the others follow it. */
  readonly first: number;
}

/** Moves rows, in their order, in front of the row `to`; undefined where they stand there already. */
export function planMove(rows: readonly Range[], to: number): MovePlan | undefined {
  const [block, ...others] = rows;
  if (!block || (others.length === 0 && to >= block.first && to <= block.end)) return undefined;
  const above = rows.map(({ first, end }) => ({ first: Math.min(first, to), end: Math.min(end, to) }));
  const after = above.reduceRight((row, { first, end }) => (row === end - 1 ? first - 1 : row), to - 1);
  return { after: after < 0 ? null : after, first: to - countOf(above) };
}

/** The row in front of which rows come to stand that go one step; those that lie apart come together. */
export function stepTarget(rows: readonly Range[], way: "up" | "down", count: number): number {
  const [first, last] = [rows[0]?.first ?? 0, rows.at(-1)?.end ?? count];
  return way === "up" ? Math.max(0, first - 1) : Math.min(count, last + 1);
}
