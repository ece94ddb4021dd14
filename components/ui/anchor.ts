/** Finds the element that a dialog opens beside. */
export type Anchor = () => Element | null | undefined;

/** A virtual element for Base UI's positioner. */
interface AnchorPlace {
  getBoundingClientRect(): DOMRect;
}

/**
 * The position of an element, or undefined if it is out of sight or the window has no room beside it. If the element
 * unmounts, as column headers do when they scroll away, its last position remains.
 */
export function anchoredTo(anchor: Anchor): AnchorPlace | undefined {
  const element = anchor();
  if (!element || window.matchMedia("(width < 40rem)").matches || !isInSight(element)) return undefined;
  let last = element.getBoundingClientRect();
  return {
    getBoundingClientRect() {
      if (element.isConnected) last = element.getBoundingClientRect();
      return last;
    },
  };
}

function isInSight(element: Element): boolean {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
}
