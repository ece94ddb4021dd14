import { useEffect, useState } from "react";

/** Whatever has something that would be lost with the page. */
const unsaved = new Set<object>();

/** Leaving the page asks for as long as anybody has said that something is not saved. */
export function askBeforeLeaving(who: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(who);
  else unsaved.delete(who);
  window.removeEventListener("beforeunload", ask);
  if (unsaved.size > 0) window.addEventListener("beforeunload", ask);
}

/** The same for as long as what asks is drawn. */
export function useAskBeforeLeaving(isUnsaved: boolean): void {
  const [who] = useState(() => ({}));
  useEffect(() => {
    askBeforeLeaving(who, isUnsaved);
    return () => askBeforeLeaving(who, false);
  }, [who, isUnsaved]);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
