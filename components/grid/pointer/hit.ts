import type { Position } from "../cursor/steps";

/** The part of the grid that an event targets. */
export type Hit =
  | { readonly on: "cell"; readonly position: Position }
  | { readonly on: "row"; readonly row: number }
  | { readonly on: "field"; readonly column: number }
  /** The corner between row numbers and column headers. */
  | { readonly on: "corner" }
  /** The fill handle. */
  | { readonly on: "handle" };

/** The part of the grid an event targets; undefined inside interactive elements such as an editor or a button. */
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
  // The first column contains the row numbers.
  return index === "1" ? { on: "corner" } : { on: "field", column: Number(index) - 2 };
}

/** The cell an event targets; undefined outside cells. */
export function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const row = cell ? rowOf(cell) : undefined;
  return cell && row !== undefined ? { row, column: Number(cell.dataset.column) } : undefined;
}

/** The id of the group whose header an event targets; undefined elsewhere. */
export function groupOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-group]")?.dataset.group : undefined;
}

/** The cell at a point of the window, or the nearest one drawn. */
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

/** The distance of a point from an interval; 0 inside. */
function apart(from: number, to: number, at: number): number {
  return Math.max(from - at, at - to, 0);
}
