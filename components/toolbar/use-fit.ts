import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * The ways in which a row gives way, each in addition to those before it: labels only for the view's tools; none; own
 * settings on their own line; no undo, counts over their icons and a shorter name of the view; an open search over the
 * buttons. `app/globals.css` has a variant for each.
 */
const ways = ["tools", "icons", "lines", "least", "over"] as const;

interface Fit {
  /** The element that gets `data-fit`. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The row of buttons, inside the frame. */
  readonly row: RefObject<HTMLDivElement | null>;
}

/** Shortens a row of buttons by what does not fit: names, counts and people make it longer, so no fixed width tells. */
export function useFit(): Fit {
  const frame = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const outer = frame.current;
    const inner = row.current;
    if (!outer || !inner) return;
    const update = () => shorten(outer, inner);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(inner);
    const contents = new MutationObserver(update);
    contents.observe(inner, { childList: true, subtree: true, characterData: true });
    document.fonts.addEventListener("loadingdone", update);
    return () => {
      sizes.disconnect();
      contents.disconnect();
      document.fonts.removeEventListener("loadingdone", update);
    };
  }, []);
  return { frame, row };
}

/** Names in `data-fit` as many of the ways as the row needs, so that it does not overflow. */
function shorten(frame: HTMLElement, row: HTMLElement): void {
  for (let count = 0; count <= ways.length; count++) {
    frame.dataset.fit = ways.slice(0, count).join(" ");
    if (row.scrollWidth <= row.clientWidth) return;
  }
}
