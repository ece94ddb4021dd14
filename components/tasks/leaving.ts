import { useEffect, useState } from "react";

/** The owners of unsaved changes. */
const unsaved = new Set<object>();

/** Makes the browser confirm leaving the page while any owner has unsaved changes. */
export function confirmBeforeLeaving(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  window.removeEventListener("beforeunload", ask);
  if (unsaved.size > 0) window.addEventListener("beforeunload", ask);
}

/** Like `confirmBeforeLeaving`, until the component unmounts. */
export function useAskBeforeLeaving(isUnsaved: boolean): void {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    confirmBeforeLeaving(owner, isUnsaved);
    return () => confirmBeforeLeaving(owner, false);
  }, [owner, isUnsaved]);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
