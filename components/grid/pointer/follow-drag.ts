import type { Position } from "../cursor/steps";
import { headerHeight } from "../viewport/geometry";
import { nearestCell, type Point } from "./hit";
import { type Box, overshoot, within } from "./overshoot";

interface Drag {
  readonly grid: HTMLElement;
  /** The cell that the pointer is at by now; past an edge, one that is about to come in sight. */
  readonly onAt: (position: Position) => void;
  /** The button was let go; or the drag was called off by Esc. */
  readonly onEnd: (isDone: boolean) => void;
}

/** How often a drag past an edge goes on, in milliseconds. */
const beat = 60;

/** Follows the pointer from a press of its button until it is let go, also where it leaves the grid. */
export function followDrag({ grid, onAt, onEnd }: Drag): void {
  const scroller = grid.parentElement ?? grid;
  const stop = new AbortController();
  const listening = { signal: stop.signal, capture: true };
  let at: Point | undefined;
  const timer = setInterval(goOn, beat);
  window.addEventListener("mousemove", onMove, listening);
  window.addEventListener("mouseup", () => end(true), listening);
  window.addEventListener("blur", (event) => event.target === window && end(true), listening);
  window.addEventListener("keydown", onKeyDown, listening);

  function onMove({ clientX, clientY, buttons }: MouseEvent): void {
    // Let go where no event told of it: outside of the window.
    if (buttons === 0) end(true);
    else {
      at = { x: clientX, y: clientY };
      look();
    }
  }
  function look(): void {
    const position = at && nearestCell(grid, within(at, boxOf(scroller, grid)));
    if (position) onAt(position);
  }
  function goOn(): void {
    if (!at) return;
    const box = boxOf(scroller, grid);
    const { rows, columns } = overshoot(at, box);
    const edge = rows === 0 && columns === 0 ? undefined : nearestCell(grid, within(at, box));
    if (edge) onAt({ row: edge.row + rows, column: edge.column + columns });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  }
  function end(isDone: boolean): void {
    clearInterval(timer);
    stop.abort();
    onEnd(isDone);
  }
}

/** Where cells are seen that scroll: beside what stays in sight. */
function boxOf(scroller: HTMLElement, grid: HTMLElement): Box {
  const { left, top } = scroller.getBoundingClientRect();
  const heading = grid.querySelector("[role=rowheader]")?.getBoundingClientRect().right ?? left;
  return {
    left: heading,
    top: top + headerHeight,
    right: left + scroller.clientWidth,
    bottom: top + scroller.clientHeight,
  };
}
