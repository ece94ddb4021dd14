import { type RefObject, useEffect, useState } from "react";

/** Tracks whether the focus is within an element. It stays true while the window is inactive. */
export function useHasFocus(ref: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    // During `focusout` the next focused element is not set yet.
    const look = () => queueMicrotask(() => setHasFocus(element?.contains(document.activeElement) ?? false));
    element?.addEventListener("focusin", look, listening);
    element?.addEventListener("focusout", look, listening);
    return () => stop.abort();
  }, [ref]);
  return hasFocus;
}
