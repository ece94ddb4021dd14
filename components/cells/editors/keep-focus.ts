import type { MouseEvent } from "react";

/**
 * Keeps the focus when the mouse is pressed in an editor's popup, because a blur would end the edit. Other inputs in
 * the popup do get the focus.
 */
export function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}
