import type { PointerEvent } from "react";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";

/** The time in ms for which a finger must rest before it drags instead of scrolling. */
const touchDelay = 300;
/** The distance in pixels that a resting finger may move. */
const touchTolerance = 8;

interface Drag {
  move(at: { readonly x: number; readonly y: number }): void;
  /** Called when the pointer is released (true), or the drag is cancelled (false). */
  end(isDone: boolean): void;
}

/** Begins a drag once the mouse has moved or a finger has rested. Returns undefined to drag nothing. */
export function dragOnceMoved(event: PointerEvent, start: () => Drag | undefined): void {
  const isTouch = event.pointerType === "touch";
  const { clientX, clientY, target } = event;
  const stops: (() => void)[] = [];
  let drag: Drag | undefined;
  let isAbandoned = false;
  const begin = () => {
    if (isAbandoned || drag) return;
    drag = start();
    isAbandoned = drag === undefined;
    drag?.move({ x: clientX, y: clientY });
  };
  if (isTouch) {
    const timer = setTimeout(begin, touchDelay);
    stops.push(
      () => clearTimeout(timer),
      keepFromScrolling(target, () => drag !== undefined),
    );
  }
  trackPointer(event, {
    onMove({ x, y, by }) {
      const distance = Math.hypot(by.x, by.y);
      if (!drag && isTouch && distance > touchTolerance) isAbandoned = true;
      if (!drag && !isTouch && distance >= dragThreshold) begin();
      drag?.move({ x, y });
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

/** Keeps a finger from scrolling while it drags. Touch events go to the pressed element even once it is removed. */
function keepFromScrolling(target: EventTarget, isDragging: () => boolean): () => void {
  const stop = new AbortController();
  const prevent = (event: Event) => isDragging() && event.cancelable && event.preventDefault();
  target.addEventListener("touchmove", prevent, { signal: stop.signal, passive: false });
  return () => stop.abort();
}

/** Ignores the click that the browser fires where a drag ends. */
function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: stop.signal, capture: true, once: true },
  );
  // The click comes in the same task, if at all.
  setTimeout(() => stop.abort());
}
