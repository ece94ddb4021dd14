import type { Position } from "../cursor/steps";

/** What of the grid an event came from. */
export type Hit =
  | { readonly on: "cell"; readonly position: Position }
  | { readonly on: "row"; readonly row: number }
  | { readonly on: "field"; readonly column: number }
  /** Where the headings of the rows and the fields meet. */
  | { readonly on: "corner" }
  /** The corner of the selection, which fills. */
  | { readonly on: "handle" };

/** What was hit; undefined in what works by itself there: an editor, a button. */
export function hitOf(target: EventTarget | null): Hit | undefined {
  if (!(target instanceof Element) || target.closest("[data-editor], button, [data-resize]"))
    return undefined;
  if (target.closest("[data-handle]")) return { on: "handle" };
  const position = positionOf(target);
  if (position) return { on: "cell", position };
  const row = rowOf(target);
  if (row !== undefined) return { on: "row", row };
  const index = target.closest("[role=columnheader]")?.getAttribute("aria-colindex");
  if (!index) return undefined;
  // The first column is that of the rows' numbers.
  return index === "1" ? { on: "corner" } : { on: "field", column: Number(index) - 2 };
}

/** The cell that an event came from; undefined outside of cells. */
export function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const row = cell ? rowOf(cell) : undefined;
  return cell && row !== undefined ? { row, column: Number(cell.dataset.column) } : undefined;
}

/** The group, by its id, from whose header an event came; undefined elsewhere. */
export function groupOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-group]")?.dataset.group : undefined;
}

/** The cell at a point of the window, or the one that is drawn nearest to it. */
export function nearestCell(grid: HTMLElement, { x, y }: Point): Position | undefined {
  const under = document.elementFromPoint(x, y);
  const exact = under && grid.contains(under) ? positionOf(under) : undefined;
  if (exact) return exact;
  const row = nearest([...grid.querySelectorAll<HTMLElement>("[data-row]")], (box) =>
    apart(box.top, box.bottom, y),
  );
  const cells = [...(row?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
  const cell = nearest(cells, (box) => apart(box.left, box.right, x));
  return cell && positionOf(cell);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

function rowOf(target: Element): number | undefined {
  const row = target.closest<HTMLElement>("[data-row]");
  return row ? Number(row.dataset.row) : undefined;
}

function nearest<Found extends Element>(
  elements: readonly Found[],
  distance: (box: DOMRect) => number,
): Found | undefined {
  const measured = elements.map((element) => ({ element, away: distance(element.getBoundingClientRect()) }));
  return measured.toSorted((one, other) => one.away - other.away)[0]?.element;
}

/** How far a point is from a span; nothing within it. */
function apart(from: number, to: number, at: number): number {
  return Math.max(from - at, at - to, 0);
}
