/** The distance from an edge in pixels within which a drag scrolls the grid. */
const edge = 48;
/** In pixels per ms. */
const fastest = 3;

/** The scroll speed of a drag in pixels per ms: faster near an edge, and beyond it. */
export function edgeSpeed(at: number, { from, to }: { from: number; to: number }): number {
  return speedOf(at - (to - edge)) - speedOf(from + edge - at);
}

function speedOf(past: number): number {
  return past <= 0 ? 0 : Math.min(fastest, past / edge);
}
