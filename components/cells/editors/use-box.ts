import { type RefObject, useLayoutEffect, useRef } from "react";
import { type BoxSide, placeBox } from "./place-box";

/**
 * Shows a popover at the cell or editor host that contains it. It is in the top layer, so nothing clips it, but it
 * stays inside its cell in the DOM, for events and screen readers.
 */
export function useBox<Box extends HTMLElement>(
  side: BoxSide,
  given?: RefObject<Box | null>,
): RefObject<Box | null> {
  const own = useRef<Box>(null);
  const ref = given ?? own;
  useLayoutEffect(() => {
    const box = ref.current;
    const cell = box?.closest<HTMLElement>("[role=gridcell], [data-editor-host]");
    // In a form, a box that is always there is no popover.
    if (!box?.popover || !cell) return;
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
    // The cell moves where the content above it changes.
    observer.observe(document.body);
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [side, ref]);
  return ref;
}

/** The distance from the top of a cell to its first line of text: centred, or near the top of a tall cell. */
function firstLineIn({ clientHeight }: HTMLElement): number {
  return Math.min(6, (clientHeight - 20) / 2);
}

function sizeOf(element: HTMLElement) {
  return { width: element.offsetWidth, height: element.offsetHeight };
}

function windowSize() {
  return { width: document.documentElement.clientWidth, height: window.innerHeight };
}
