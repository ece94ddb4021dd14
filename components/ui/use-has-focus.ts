import { type RefObject, useEffect, useState } from "react";

/** Whether the focus is within an element. A window that is left keeps it there. */
export function useHasFocus(ref: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    // Where the focus goes next is known a turn later.
    const look = () => queueMicrotask(() => setHasFocus(element?.contains(document.activeElement) ?? false));
    element?.addEventListener("focusin", look, listening);
    element?.addEventListener("focusout", look, listening);
    return () => stop.abort();
  }, [ref]);
  return hasFocus;
}
