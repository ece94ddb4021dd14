import { linesBetween, nothing, type RowLayout, type VisibleLines } from "@/components/groups/row-layout";
import type { Range } from "@/components/listing/range";
import { pageOf, pageSize } from "@/components/listing/record-pages";

/** The number of cards drawn beyond each edge of the screen. */
const spare = 4;

/** The cards and group headers to draw at a scroll offset. */
export function linesToDraw(layout: RowLayout, offset: number, viewport: number): VisibleLines {
  if (viewport === 0) return nothing;
  const more = spare * layout.rowHeight;
  return linesBetween(layout, offset - more, offset + viewport + more);
}

/** The pages of the drawn cards, and the next page when less than half of one is left. */
export function pagesOf(drawn: readonly Range[], count: number): number[] {
  const pages = new Set<number>();
  for (const { first, end } of drawn) {
    const from = pageOf(Math.max(0, first - pageSize / 2));
    const to = pageOf(Math.min(count - 1, end - 1 + pageSize / 2));
    for (let page = from; page <= to; page++) pages.add(page);
  }
  return [...pages];
}
