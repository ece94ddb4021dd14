import { linesBetween, nothing, type RowLayout, type VisibleLines } from "@/components/groups/row-layout";

/** The number of cards drawn beyond each edge of the screen. */
const spare = 4;

/** The cards and group headers to draw at a scroll offset. */
export function linesToDraw(layout: RowLayout, offset: number, viewport: number): VisibleLines {
  if (viewport === 0) return nothing;
  const more = spare * layout.rowHeight;
  return linesBetween(layout, offset - more, offset + viewport + more);
}
