import type { FocusEvent } from "react";
import type { EditorActions } from "./editor";

/** Ends the edit when the focus moves elsewhere in the page, but not to another window. */
export function leaveOnBlur(event: FocusEvent<HTMLElement>, { leave }: Pick<EditorActions, "leave">): void {
  if (!event.currentTarget.contains(event.relatedTarget) && document.hasFocus()) leave();
}
