import type { PointerEvent } from "react";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";
import { useStable } from "@/components/ui/use-stable";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The card that a person begins to drag. */
export interface PressedCard {
  readonly element: HTMLElement;
  readonly recordId: string;
}

/** A drag of cards that has begun. */
interface Drag {
  readonly move: (at: Point & { readonly by: Point }) => void;
  /** `isDone` is false if the drag was cancelled. */
  readonly end: (isDone: boolean) => void;
}

/** The time in ms for which a finger must rest on a card before it drags it instead of scrolling. */
const touchDelay = 300;
/** The distance in pixels that a resting finger may move. */
const touchTolerance = 8;

/** Begins drags of cards by mouse, pen and touch. `start` returns undefined if the card stays. */
export function useCardPress(
  start: (card: PressedCard) => Drag | undefined,
  mayDrag: () => boolean,
): (event: PointerEvent) => void {
  return useStable((event: PointerEvent) => {
    const card = cardOf(event.target);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!card || event.button !== 0 || !isPlain || !mayDrag()) return;
    const isTouch = event.pointerType === "touch";
    const stops: (() => void)[] = [];
    let drag: Drag | undefined;
    let isAbandoned = false;
    const begin = () => {
      if (isAbandoned || drag) return;
      drag = start(card);
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
        drag?.end(isDone);
      },
    });
  });
}

/** The card that a press is on, unless it is on a control of it. */
function cardOf(target: EventTarget): PressedCard | undefined {
  if (!(target instanceof Element) || target.closest("button, input")) return undefined;
  const element = target.closest<HTMLElement>("[data-card-id]");
  const recordId = element?.dataset.cardId;
  return element && recordId !== undefined ? { element, recordId } : undefined;
}

/**
 * Keeps a finger from scrolling while it drags. The listener is on the pressed element: touch events go there even once
 * it is removed, as the card is when it moves to another place.
 */
function keepFromScrolling(target: EventTarget, isDragging: () => boolean): () => void {
  const stop = new AbortController();
  const listening = { signal: stop.signal, passive: false };
  const prevent = (event: Event) => isDragging() && event.cancelable && event.preventDefault();
  target.addEventListener("touchmove", prevent, listening);
  return () => stop.abort();
}
