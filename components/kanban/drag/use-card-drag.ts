import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { holdRows } from "@/components/listing/hold-rows";
import type { DragPreview } from "@/components/record-card/drag/preview";
import { type PressedCard, useCardPress } from "@/components/record-card/drag/use-card-press";
import { recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import type { Record } from "@/lib/contract/records";
import type { BoardState, Carried } from "../board-state";
import { drop, pickedUp } from "../commands/move-cards";
import type { BoardPlace } from "../moves/board-steps";
import type { StackHandles } from "../stacks/stack-handles";

export interface CardDrag {
  readonly preview: DragPreview | null;
  readonly previewRef: RefObject<HTMLDivElement | null>;
  readonly onPointerDown: (event: PointerEvent) => void;
}

interface Surroundings {
  readonly handles: StackHandles;
  readonly boardRef: RefObject<HTMLElement | null>;
}

/** Drags cards by mouse, pen and touch: all selected cards, if the dragged one is among them. */
export function useCardDrag(state: () => BoardState, { handles, boardRef }: Surroundings): CardDrag {
  const [preview, setPreview] = useState<DragPreview | null>(null);
  const previewRef = useRef<HTMLDivElement>(null);
  const onPointerDown = useCardPress(startDrag, () => state().services.may("update-records"));

  function startDrag({ element, recordId }: PressedCard) {
    const board = state();
    const stackId = element.closest<HTMLElement>("[data-stack]")?.dataset.stack;
    const record = stackId === undefined ? undefined : recordIn(board, stackId, recordId);
    const carried = record && pickedUp(board, record);
    if (!record || !carried) return undefined;
    // Holds the rows in place, so that no reload moves cards under the pointer.
    const release = holdRows(board.table.id);
    const box = element.getBoundingClientRect();
    setPreview({ records: carried.records, recordId, width: box.width, left: box.left, top: box.top });
    board.carry({ ...carried, by: "pointer" });
    let pointer = { x: box.left, y: box.top };
    let overId: string | undefined;
    let along: ReturnType<typeof scrollAtEdges> | undefined;
    const across = scrollAtEdges({ scrollerRef: boardRef, along: "x", onScroll: aim });

    function aim(): void {
      const { carried: now } = state();
      const stackAt = handles.nearest(pointer.x);
      if (!now || stackAt === undefined) return;
      if (stackAt !== overId) {
        along?.stop();
        overId = stackAt;
        const scroller = handles.get(stackAt)?.scroller?.() ?? null;
        along = scrollAtEdges({ scrollerRef: { current: scroller }, along: "y", onScroll: aim });
      }
      along?.at(pointer.y);
      const at = placeAt(now, stackAt, pointer.y);
      if (at.stackId !== now.at.stackId || at.row !== now.at.row) state().carry({ ...now, at });
    }
    function placeAt(now: Carried, stackId: string, y: number): BoardPlace {
      const isManual = state().sortedBy.length === 0;
      if (!isManual) return stackId === now.from.stackId ? now.from : { stackId, row: 0 };
      const row = handles.get(stackId)?.dropRowAt?.(y) ?? 0;
      // The cards are shown where they would be dropped: rows below them count without them.
      const shown = stackId === now.at.stackId ? now.at.row : Number.POSITIVE_INFINITY;
      const below = row - now.records.length;
      return { stackId, row: row <= shown ? row : Math.max(shown, below) };
    }
    return {
      move({ x, y, by }: { x: number; y: number; by: { x: number; y: number } }): void {
        pointer = { x, y };
        across.at(x);
        previewRef.current?.style.setProperty("transform", `translate(${by.x}px, ${by.y}px) rotate(1.5deg)`);
        aim();
      },
      end(isDone: boolean): void {
        along?.stop();
        across.stop();
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

function recordIn({ rows }: BoardState, stackId: string, recordId: string): Record | undefined {
  const own = rows.get(stackId) ?? [];
  const row = rowOfRecord(own, recordId);
  return row === undefined ? undefined : recordAt(own, row);
}
