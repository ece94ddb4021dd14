import type { Position } from "../cursor/steps";
import { headerHeight } from "../viewport/geometry";
import { nearestCell, type Point } from "./hit";
import { type Box, overshoot, within } from "./overshoot";

interface Drag {
  readonly grid: HTMLElement;
  /** Called with the cell under the pointer; past an edge, with one outside the viewport. */
  readonly onAt: (position: Position) => void;
  /** Called when the button is released (true), or the drag is cancelled by Esc (false). */
  readonly onEnd: (isDone: boolean) => void;
}

/** The interval in ms of steps while the pointer is past an edge. */
const beat = 60;

/** Follows the pointer from mouse down to mouse up, also outside the grid. */
export function followDrag({ grid, onAt, onEnd }: Drag): void {
  const scroller = grid.parentElement ?? grid;
  const stop = new AbortController();
  const listening = { signal: stop.signal, capture: true };
  let at: Point | undefined;
  const timer = setInterval(step, beat);
  window.addEventListener("mousemove", onMove, listening);
  window.addEventListener("mouseup", () => end(true), listening);
  window.addEventListener("blur", (event) => event.target === window && end(true), listening);
  window.addEventListener("keydown", onKeyDown, listening);

  function onMove({ clientX, clientY, buttons }: MouseEvent): void {
    // The button was released outside the window, without an event.
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
  function step(): void {
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

/** The viewport of scrolling cells, without headers and row numbers. */
function boxOf(scroller: HTMLElement, grid: HTMLElement): Box {
  const { left, top } = scroller.getBoundingClientRect();
  const rowHeaderEnd = grid.querySelector("[role=rowheader]")?.getBoundingClientRect().right ?? left;
  return {
    left: rowHeaderEnd,
    top: top + headerHeight,
    right: left + scroller.clientWidth,
    bottom: top + scroller.clientHeight,
  };
}
