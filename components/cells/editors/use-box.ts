import { type RefObject, useLayoutEffect, useRef } from "react";
import { type BoxSide, placeBox } from "./place-box";

/**
 * Shows an element with `popover="manual"` beside the cell that holds it, or whatever else its editor is open in.
 * It is drawn above everything else and cut off by nothing, and yet it stays within its cell: for readers, and for
 * events.
 */
export function useBox<Box extends HTMLElement>(side: BoxSide): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const cell = box?.closest<HTMLElement>("[role=gridcell], [data-editor-host]");
    if (!box || !cell) return;
    const place = () => {
      const { left, top } = placeBox(cell.getBoundingClientRect(), sizeOf(box), {
        side,
        window: windowSize(),
      });
      box.style.left = `${left}px`;
      box.style.top = `${top}px`;
    };
    box.style.minWidth = `${cell.offsetWidth}px`;
    box.style.setProperty("--first-line", `${firstLineIn(cell)}px`);
    box.showPopover();
    place();
    const observer = new ResizeObserver(place);
    observer.observe(box);
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [side]);
  return ref;
}

/** How far below the top of a cell its first line of text is: in the middle, or near the top of a high one. */
function firstLineIn({ clientHeight }: HTMLElement): number {
  return Math.min(6, (clientHeight - 20) / 2);
}

function sizeOf(element: HTMLElement) {
  return { width: element.offsetWidth, height: element.offsetHeight };
}

function windowSize() {
  return { width: document.documentElement.clientWidth, height: window.innerHeight };
}
