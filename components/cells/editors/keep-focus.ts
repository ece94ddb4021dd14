import type { MouseEvent } from "react";

/**
 * A press on something in the box of an editor leaves the focus where it is, as going elsewhere ends the edit; one on
 * another input takes it there.
 */
export function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}
