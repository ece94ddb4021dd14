import { type RefCallback, useCallback, useState } from "react";

/** Tells whether an element can be seen on the screen, at least in part; true until that is known. */
export function useIsInView(): { readonly ref: RefCallback<Element>; readonly isInView: boolean } {
  const [isInView, setInView] = useState(true);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver((seen) => setInView(seen.at(-1)?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isInView };
}
