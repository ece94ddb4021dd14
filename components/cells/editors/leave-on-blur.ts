import type { FocusEvent } from "react";
import type { EditorActions } from "./editor";

/** Going elsewhere in the page ends the edit; going to another window does not. */
export function leaveOnBlur(event: FocusEvent<HTMLElement>, { leave }: Pick<EditorActions, "leave">): void {
  if (!event.currentTarget.contains(event.relatedTarget) && document.hasFocus()) leave();
}
