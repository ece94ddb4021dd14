import { type RefObject, useLayoutEffect, useRef } from "react";
import type { BoardState } from "./board-state";
import { focusBoard } from "./focus-board";

interface Surroundings {
  readonly boardRef: RefObject<HTMLElement | null>;
  /** Brings the focused stack into view. */
  readonly reveal: () => void;
}

/** Moves the browser's focus to the focused place, and keeps it there while cards move. */
export function useBoardFocus({ focus }: BoardState, { boardRef, reveal }: Surroundings): void {
  const shownTurn = useRef(0);
  useLayoutEffect(() => {
    if (!focus || focus.turn === shownTurn.current) return;
    shownTurn.current = focus.turn;
    reveal();
    focusBoard(boardRef.current);
  });
  // Cards that move to another place take the focus with them, which the browser would drop with their elements.
  const hadFocus = typeof document !== "undefined" && boardRef.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusBoard(boardRef.current);
  });
}
