import type { PointerEvent } from "react";
import { swallowClick } from "./swallow-click";
import { dragThreshold, trackPointer } from "./track-pointer";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A drag that has begun. */
interface Drag {
  readonly move: (at: Point & { readonly by: Point }) => void;
  /** `isDone` is false if the drag was cancelled. */
  readonly end: (isDone: boolean) => void;
}

/** The time in ms for which a finger must rest before it drags instead of scrolling. */
const touchDelay = 300;
/** The distance in pixels that a resting finger may move. */
const touchTolerance = 8;

/**
 * Begins a drag once the mouse has moved or a finger has rested, and ignores the click at its end. `start` returns
 * undefined to drag nothing.
 */
export function dragOnceMoved(event: PointerEvent, start: () => Drag | undefined): void {
  const isTouch = event.pointerType === "touch";
  const stops: (() => void)[] = [];
  let drag: Drag | undefined;
  let isAbandoned = false;
  const begin = () => {
    if (isAbandoned || drag) return;
    drag = start();
    isAbandoned = drag === undefined;
  };
  if (isTouch) {
    const timer = setTimeout(begin, touchDelay);
    stops.push(
      () => clearTimeout(timer),
      keepFromScrolling(event.target, () => drag !== undefined),
    );
  }
  trackPointer(event, {
    onMove({ x, y, by }) {
      const distance = Math.hypot(by.x, by.y);
      if (!drag && isTouch && distance > touchTolerance) isAbandoned = true;
      if (!drag && !isTouch && distance >= dragThreshold) begin();
      drag?.move({ x, y, by });
    },
    onEnd(isDone) {
      isAbandoned = true;
      for (const stop of stops) stop();
      if (!drag) return;
      swallowClick();
      drag.end(isDone);
    },
  });
}

/**
 * Keeps a finger from scrolling while it drags. The listener is on the pressed element: touch events go there even once
 * it is removed, as a record is when it moves to another place.
 */
function keepFromScrolling(target: EventTarget, isDragging: () => boolean): () => void {
  const stop = new AbortController();
  const listening = { signal: stop.signal, passive: false };
  const prevent = (event: Event) => isDragging() && event.cancelable && event.preventDefault();
  target.addEventListener("touchmove", prevent, listening);
  return () => stop.abort();
}
