import { type RefObject, useEffect } from "react";

/** Makes everything beneath an element inert while it covers the window; popups stay reachable. */
export function useModalInert(ref: RefObject<HTMLElement | null>, isCovering: boolean): void {
  useEffect(() => {
    if (!isCovering) return;
    const covered = besidesOf(ref.current).filter(({ inert }) => !inert);
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [ref, isCovering]);
}

/** The siblings of an element and of its ancestors, within the page. */
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
