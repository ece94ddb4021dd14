import type { PointerEvent } from "react";
import { dragOnceMoved } from "@/components/ui/drag-once-moved";
import { useStable } from "@/components/ui/use-stable";

/** The card that a person begins to drag. */
export interface PressedCard {
  readonly element: HTMLElement;
  readonly recordId: string;
}

/** Begins drags of cards by mouse, pen and touch. `start` returns undefined if the card stays. */
export function useCardPress(
  start: (card: PressedCard) => ReturnType<Parameters<typeof dragOnceMoved>[1]>,
  mayDrag: () => boolean,
): (event: PointerEvent) => void {
  return useStable((event: PointerEvent) => {
    const card = cardOf(event.target);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (card && event.button === 0 && isPlain && mayDrag()) dragOnceMoved(event, () => start(card));
  });
}

/** The card that a press is on, unless it is on a control of it. */
function cardOf(target: EventTarget): PressedCard | undefined {
  if (!(target instanceof Element) || target.closest("button, input")) return undefined;
  const element = target.closest<HTMLElement>("[data-card-id]");
  const recordId = element?.dataset.cardId;
  return element && recordId !== undefined ? { element, recordId } : undefined;
}
