/** How near to an edge the pointer must be for the grid to scroll, in pixels. */
const edge = 48;
const fastest = 48;

/** How many pixels a frame the grid scrolls while a drag is at a place of what is seen: the nearer to an edge, or the farther beyond it, the more. */
export function edgeSpeed(at: number, { from, to }: { from: number; to: number }): number {
  return speedOf(at - (to - edge)) - speedOf(from + edge - at);
}

function speedOf(past: number): number {
  return past <= 0 ? 0 : Math.min(fastest, Math.ceil(past / 4));
}
