import { type PointerEvent, type RefObject, useState } from "react";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import { swallowClick } from "@/components/ui/swallow-click";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";
import { useStable } from "@/components/ui/use-stable";
import type { AcrossWindow } from "../rows/use-across-window";

interface Surroundings {
  readonly across: AcrossWindow;
  /** The ids of all stacks, in order. */
  readonly stackIds: readonly string[];
  /** Places a stack before another by their indexes. */
  readonly onMove: (from: number, to: number) => void;
  /** The number of stacks that stay first. */
  readonly fixed: number;
}

export interface StackDrag {
  /** The dragged stack and the index that it would be placed before. */
  readonly moving: { readonly from: number; readonly to: number } | null;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** Reorders stacks by dragging their headers with the mouse. */
export function useStackDrag({ across, stackIds, onMove, fixed }: Surroundings): StackDrag {
  const { scrollerRef, places } = across;
  const [moving, setMoving] = useState<StackDrag["moving"]>(null);

  const onPointerDown = useStable((event: PointerEvent) => {
    const from = stackIds.indexOf(stackOf(event.target) ?? "");
    if (from < fixed || event.button !== 0 || event.pointerType === "touch") return;
    let to: number | null = null;
    let scrolling: ReturnType<typeof scrollAtEdges> | undefined;
    const aim = (x: number) => {
      to = Math.max(fixed, indexAt(x, scrollerRef, places));
      setMoving({ from, to });
    };
    trackPointer(event, {
      onMove({ x, by }) {
        if (!scrolling && Math.abs(by.x) < dragThreshold) return;
        scrolling ??= scrollAtEdges({ scrollerRef, along: "x", onScroll: aim });
        scrolling.at(x);
        aim(x);
      },
      onEnd(isDone) {
        scrolling?.stop();
        setMoving(null);
        if (to === null) return;
        swallowClick();
        if (isDone && to !== from && to !== from + 1) onMove(from, to);
      },
    });
  });
  return { moving, onPointerDown };
}

/** The stack whose header a press is on, unless it is on a control. */
function stackOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const grip = target.closest("[data-stack-grip]");
  const control = target.closest("button");
  if (!grip || (control && control !== grip)) return undefined;
  return grip.closest<HTMLElement>("[data-stack]")?.dataset.stack;
}

/** The index of the stack before which a position in the window is. */
function indexAt(
  x: number,
  scrollerRef: RefObject<HTMLElement | null>,
  places: AcrossWindow["places"],
): number {
  const scroller = scrollerRef.current;
  if (!scroller) return 0;
  const { left, right } = scroller.getBoundingClientRect();
  const isRtl = getComputedStyle(scroller).direction === "rtl";
  const at = isRtl ? right - x - scroller.scrollLeft : x - left + scroller.scrollLeft;
  const index = places.findIndex((place) => at < place.left + place.width / 2);
  return index === -1 ? places.length : index;
}
