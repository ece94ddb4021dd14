import type { PointerEvent as ReactPointerEvent } from "react";

/** The distance in pixels at which a press becomes a drag. */
export const dragThreshold = 5;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Tracking {
  /** Called with the pointer's position in the window and its offset from where it went down. */
  onMove(at: Point & { readonly by: Point }): void;
  /** Called when the pointer is released (true), or the drag is cancelled by Esc or the browser (false). */
  onEnd(isDone: boolean): void;
}

/** Follows a pressed pointer until it is released, wherever it goes. */
export function trackPointer(event: ReactPointerEvent, { onMove, onEnd }: Tracking): void {
  const { clientX, clientY, pointerId } = event;
  const stop = new AbortController();
  const listening = { signal: stop.signal, capture: true };
  window.addEventListener("pointermove", move, listening);
  window.addEventListener("pointerup", (up) => up.pointerId === pointerId && end(true), listening);
  window.addEventListener("pointercancel", () => end(false), listening);
  window.addEventListener("keydown", onKeyDown, listening);

  function move({ clientX: x, clientY: y, pointerId: moving }: PointerEvent): void {
    if (moving === pointerId) onMove({ x, y, by: { x: x - clientX, y: y - clientY } });
  }
  function onKeyDown(press: KeyboardEvent): void {
    if (press.key !== "Escape") return;
    press.stopPropagation();
    press.preventDefault();
    end(false);
  }
  function end(isDone: boolean): void {
    stop.abort();
    onEnd(isDone);
  }
}
