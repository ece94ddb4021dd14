interface Turning {
  /** The element with the days, as it is drawn now. */
  readonly daysElement: () => Element | null;
  readonly turn: (pages: 1 | -1) => void;
}

/** The distance in pixels from the start or end of the days, to both sides, at which pages turn. */
const edgeWidth = 24;
/** The time in ms for which the pointer must be there, before each page. */
const restingTime = 700;

/** Turns pages while the pointer rests at the start or end of a row of days. */
export function turnAtEdges({ daysElement, turn }: Turning) {
  let side: 1 | -1 | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    timer = setTimeout(() => {
      if (side !== null) turn(side);
      wait();
    }, restingTime);
  }
  function leave(): void {
    clearTimeout(timer);
    side = null;
  }
  return {
    at(x: number): void {
      const now = sideAt(x, daysElement());
      if (now === side) return;
      leave();
      side = now;
      if (side !== null) wait();
    },
    stop: leave,
  };
}

function sideAt(x: number, element: Element | null): 1 | -1 | null {
  if (!element) return null;
  const { left, right } = element.getBoundingClientRect();
  const forward = getComputedStyle(element).direction === "rtl" ? -1 : 1;
  if (Math.abs(x - right) <= edgeWidth) return forward;
  return Math.abs(x - left) <= edgeWidth ? (-forward as 1 | -1) : null;
}
