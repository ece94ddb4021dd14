import { useEffect, useState } from "react";

/** The owners of unsaved changes. */
const unsaved = new Set<object>();

/** Makes the browser confirm leaving the page while any owner has unsaved changes. */
export function askBeforeLeaving(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  window.removeEventListener("beforeunload", ask);
  if (unsaved.size > 0) window.addEventListener("beforeunload", ask);
}

/** Like `askBeforeLeaving`, until the component unmounts. */
export function useAskBeforeLeaving(isUnsaved: boolean): void {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    askBeforeLeaving(owner, isUnsaved);
    return () => askBeforeLeaving(owner, false);
  }, [owner, isUnsaved]);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
