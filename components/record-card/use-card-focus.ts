import { type RefObject, useLayoutEffect, useRef } from "react";
import { focusCards } from "./focus-cards";

/** A place that has the tab stop of cards. */
export interface CardFocus {
  /** The card's record, which the focus follows; null for other places, or until it is loaded. */
  readonly recordId: string | null;
  /** Differs with each move of the focus by a person, after which the place is revealed. */
  readonly turn: number;
}

interface Surroundings {
  readonly cardsRef: RefObject<HTMLElement | null>;
  /** Brings the focused place into view. */
  readonly reveal: () => void;
}

/** Moves the browser's focus to the focused place, and keeps it there while cards move. */
export function useCardFocus(focus: CardFocus | null, { cardsRef, reveal }: Surroundings): void {
  const shownTurn = useRef(0);
  useLayoutEffect(() => {
    if (!focus || focus.turn === shownTurn.current) return;
    shownTurn.current = focus.turn;
    reveal();
    focusCards(cardsRef.current);
  });
  // Cards that move to another place take the focus with them, which the browser would drop with their elements.
  const hadFocus = typeof document !== "undefined" && cardsRef.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusCards(cardsRef.current);
  });
}
