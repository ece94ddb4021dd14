import type { PointerEvent as ReactPointerEvent } from "react";

/** How far a pointer must go before a press has become a drag. */
export const dragThreshold = 5;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Tracking {
  /** Where the pointer is in the window, and how far it has come to the right and down since it went down. */
  onMove(at: Point & { readonly by: Point }): void;
  /** It was let go where it is, or the drag was called off: by Esc, or by the browser. */
  onEnd(isDone: boolean): void;
}

/** Follows a pointer that has gone down until it is let go, wherever it goes. */
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
