import { type RefObject, useEffect } from "react";

/** While an element covers the whole window, what lies beneath it cannot be reached; what floats above the page can. */
export function useCover(ref: RefObject<HTMLElement | null>, isCovering: boolean): void {
  useEffect(() => {
    if (!isCovering) return;
    const covered = besidesOf(ref.current).filter(({ inert }) => !inert);
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [ref, isCovering]);
}

/** All that stands beside an element, or beside what holds it, within the page. */
function besidesOf(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement;
  if (!element || !parent || parent === document.body) return [];
  const besides = [...parent.children].filter(
    (each) => each !== element && each instanceof HTMLElement && !isPortal(each),
  );
  return [...(besides as HTMLElement[]), ...besidesOf(parent)];
}

function isPortal(element: HTMLElement): boolean {
  return element.hasAttribute("data-base-ui-portal");
}
