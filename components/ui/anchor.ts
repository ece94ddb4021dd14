/** Finds the element that a dialog is about. */
export type Anchor = () => Element | null | undefined;

/** A place on the screen, in the form that Base UI takes. */
interface AnchorPlace {
  getBoundingClientRect(): DOMRect;
}

/**
 * The place of an element that can be seen and leaves room beside it, else undefined. The place stays where the
 * element was last if it is drawn no more, as headings are that scroll away.
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
