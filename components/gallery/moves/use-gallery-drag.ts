import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { holdRows } from "@/components/listing/hold-rows";
import type { DragPreview } from "@/components/record-card/drag/preview";
import { type PressedCard, useCardPress } from "@/components/record-card/drag/use-card-press";
import { countBeforeFocused } from "@/components/record-card/moves/carry-cards";
import { recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import type { GalleryState } from "../gallery-state";
import { drop, pickedUp } from "./move-cards";

export interface GalleryDrag {
  readonly preview: DragPreview | null;
  readonly previewRef: RefObject<HTMLDivElement | null>;
  readonly onPointerDown: (event: PointerEvent) => void;
}

interface Surroundings {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  /** The row of the card nearest to a point in the window. */
  readonly rowAt: (x: number, y: number) => number;
}

/** Drags cards to another place by mouse, pen and touch. */
export function useGalleryDrag(state: () => GalleryState, { scrollerRef, rowAt }: Surroundings): GalleryDrag {
  const [preview, setPreview] = useState<DragPreview | null>(null);
  const previewRef = useRef<HTMLDivElement>(null);
  const onPointerDown = useCardPress(startDrag, () => state().services.may("update-records"));

  function startDrag({ element, recordId }: PressedCard) {
    const { rows, table } = state();
    const row = rowOfRecord(rows, recordId);
    const record = row === undefined ? undefined : recordAt(rows, row);
    const carried = record && pickedUp(record, state());
    if (!carried) return undefined;
    // Holds the rows in place, so that no reload moves cards under the pointer.
    const release = holdRows(table.id);
    const { left, top, width } = element.getBoundingClientRect();
    setPreview({ records: carried.records, recordId, left, top, width });
    state().carry({ ...carried, by: "pointer" });
    const index = countBeforeFocused(carried);
    let pointer = { x: left, y: top };
    const scrolling = scrollAtEdges({ scrollerRef, along: "y", onScroll: aim });

    function aim(): void {
      const { carried: now, shape } = state();
      if (!now) return;
      const last = shape.count - now.records.length;
      const at = Math.max(0, Math.min(rowAt(pointer.x, pointer.y) - index, last));
      if (at !== now.at) state().carry({ ...now, at });
    }
    return {
      move({ x, y, by }: { x: number; y: number; by: { x: number; y: number } }): void {
        pointer = { x, y };
        scrolling.at(y);
        previewRef.current?.style.setProperty("transform", `translate(${by.x}px, ${by.y}px) rotate(1.5deg)`);
        aim();
      },
      end(isDone: boolean): void {
        scrolling.stop();
        setPreview(null);
        const { carried: now } = state();
        if (now && isDone) drop(now, state());
        else state().carry(null);
        release();
      },
    };
  }

  return { preview, previewRef, onPointerDown };
}
