/** `over` covers the cell; `below` is below it, or above if there is more room. */
export type BoxSide = "over" | "below";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** The distance in pixels between a popup and the edges of the window. */
const margin = 4;

/** Positions a popup so that all of it is in the window. */
export function placeBox(
  cell: Rectangle,
  box: Size,
  { side, window }: { side: BoxSide; window: Size },
): { left: number; top: number } {
  return {
    left: within(cell.left, window.width - box.width - margin),
    top: within(topOf(cell, box, { side, window }), window.height - box.height - margin),
  };
}

function topOf(cell: Rectangle, box: Size, { side, window }: { side: BoxSide; window: Size }): number {
  if (side === "over") return cell.top;
  const isTooLow = cell.bottom + box.height > window.height - margin;
  return isTooLow && cell.top > window.height - cell.bottom ? cell.top - box.height : cell.bottom;
}

function within(value: number, max: number): number {
  return Math.max(margin, Math.min(value, max));
}
