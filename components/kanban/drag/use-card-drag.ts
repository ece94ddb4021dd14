import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { holdRows } from "@/components/listing/hold-rows";
import type { DragPreview } from "@/components/record-card/drag/preview";
import { swallowClick } from "@/components/record-card/drag/swallow-click";
import { recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";
import { useStable } from "@/components/ui/use-stable";
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

/** The time in ms for which a finger must rest on a card before it drags it instead of scrolling. */
const touchDelay = 300;
/** The distance in pixels that a resting finger may move. */
const touchTolerance = 8;

/** Drags cards by mouse, pen and touch: all selected cards, if the dragged one is among them. */
export function useCardDrag(state: () => BoardState, { handles, boardRef }: Surroundings): CardDrag {
  const [preview, setPreview] = useState<DragPreview | null>(null);
  const previewRef = useRef<HTMLDivElement>(null);

  const onPointerDown = useStable((event: PointerEvent) => {
    const card = cardOf(event.target);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!card || event.button !== 0 || !isPlain || !state().services.may("update-records")) return;
    const isTouch = event.pointerType === "touch";
    const stops: (() => void)[] = [];
    let drag: ReturnType<typeof startDrag> | undefined;
    let isAbandoned = false;
    const begin = () => {
      if (isAbandoned || drag) return;
      drag = startDrag(card);
    };
    if (isTouch) {
      const timer = setTimeout(begin, touchDelay);
      stops.push(
        () => clearTimeout(timer),
        keepFromScrolling(event.target, () => drag !== undefined),
      );
    }
    trackPointer(event, {
      onMove({ x, y, by }) {
        const distance = Math.hypot(by.x, by.y);
        if (!drag && isTouch && distance > touchTolerance) isAbandoned = true;
        if (!drag && !isTouch && distance >= dragThreshold) begin();
        drag?.move({ x, y, by });
      },
      onEnd(isDone) {
        isAbandoned = true;
        for (const stop of stops) stop();
        drag?.end(isDone);
      },
    });
  });

  function startDrag({ element, recordId, stackId }: DraggedCard) {
    const board = state();
    const record = recordIn(board, stackId, recordId);
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
        swallowClick();
        const { carried: now } = state();
        if (now && isDone) drop(now, state());
        else state().carry(null);
        release();
      },
    };
  }

  return { preview, previewRef, onPointerDown };
}

interface DraggedCard {
  readonly element: HTMLElement;
  readonly recordId: string;
  readonly stackId: string;
}

/** The card that a press is on, unless it is on a control of it. */
function cardOf(target: EventTarget): DraggedCard | undefined {
  if (!(target instanceof Element) || target.closest("button, input")) return undefined;
  const element = target.closest<HTMLElement>("[data-card-id]");
  const stackId = element?.closest<HTMLElement>("[data-stack]")?.dataset.stack;
  const recordId = element?.dataset.cardId;
  return element && stackId !== undefined && recordId !== undefined
    ? { element, stackId, recordId }
    : undefined;
}

function recordIn({ rows }: BoardState, stackId: string, recordId: string): Record | undefined {
  const own = rows.get(stackId) ?? [];
  const row = rowOfRecord(own, recordId);
  return row === undefined ? undefined : recordAt(own, row);
}

/**
 * Keeps a finger from scrolling while it drags. The listener is on the pressed element: touch events go there even once
 * it is removed, as the card is when it moves to another stack.
 */
function keepFromScrolling(target: EventTarget, isDragging: () => boolean): () => void {
  const stop = new AbortController();
  const listening = { signal: stop.signal, passive: false };
  const prevent = (event: Event) => isDragging() && event.cancelable && event.preventDefault();
  target.addEventListener("touchmove", prevent, listening);
  return () => stop.abort();
}
