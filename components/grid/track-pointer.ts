import type { PointerEvent as ReactPointerEvent } from "react";

interface Tracking {
  /** How far to the right the pointer has come since it went down, and where it is in the window. */
  onMove(moved: { readonly by: number; readonly x: number; readonly y: number }): void;
  /** It was let go where it is, or the drag was called off: by Esc, or by the browser. */
  onEnd(isDone: boolean): void;
}

/** Follows a pointer that has gone down until it is let go, wherever it goes. */
export function trackPointer(event: ReactPointerEvent, { onMove, onEnd }: Tracking): void {
  const { clientX: from, pointerId } = event;
  const stop = new AbortController();
  const listening = { signal: stop.signal, capture: true };
  window.addEventListener("pointermove", move, listening);
  window.addEventListener("pointerup", (up) => up.pointerId === pointerId && end(true), listening);
  window.addEventListener("pointercancel", () => end(false), listening);
  window.addEventListener("keydown", onKeyDown, listening);

  function move({ clientX: x, clientY: y, pointerId: moving }: PointerEvent): void {
    if (moving === pointerId) onMove({ by: x - from, x, y });
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
