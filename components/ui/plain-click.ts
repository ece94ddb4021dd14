import type { MouseEvent } from "react";

/** Handles a plain click on a link. The browser handles those with modifiers, such as into a new tab. */
export function onPlainClick(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}
