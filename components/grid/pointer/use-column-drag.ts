import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { movedField } from "@/components/fields/field-order";
import { fittingWidth } from "@/components/fields/field-widths";
import { useOpenTable } from "@/components/open-table/open-table";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";
import { widthOf } from "@/lib/contract/field-widths";
import { type DropPlace, dropPlaceAt } from "./drop-place";

interface Grid {
  readonly columns: readonly GridColumn[];
  readonly isFrozen: boolean;
  /** The scrolling element around the columns. */
  readonly scrollerRef: RefObject<HTMLElement | null>;
}

export interface ColumnDrag {
  /** The field being moved and its target. */
  readonly moving: { readonly fieldId: string; readonly to: DropPlace } | null;
  readonly startMoving: (event: PointerEvent, column: GridColumn) => void;
  readonly startResizing: (event: PointerEvent, column: GridColumn) => void;
}

/** Moves and resizes columns by dragging their headers. */
export function useColumnDrag({ columns, isFrozen, scrollerRef }: Grid): ColumnDrag {
  const { table, view, changeView } = useOpenTable();
  const [moving, setMoving] = useState<ColumnDrag["moving"]>(null);
  const scrolling = useRef<ReturnType<typeof scrollAtEdges> | null>(null);

  function startMoving(event: PointerEvent, { field }: GridColumn): void {
    if (event.button !== 0 || event.pointerType === "touch" || field.id === table.primaryFieldId) return;
    let to: DropPlace | null = null;
    const aim = (x: number) => {
      const scroller = scrollerRef.current;
      if (!scroller) return;
      const { left } = scroller.getBoundingClientRect();
      to = dropPlaceAt(columns, { x: x - left, scrolled: scroller.scrollLeft, isFrozen });
      setMoving({ fieldId: field.id, to });
    };
    trackPointer(event, {
      onMove({ by, x }) {
        if (to === null && Math.abs(by.x) < dragThreshold) return;
        aim(x);
        scrolling.current ??= scrollAtEdges({ scrollerRef, along: "x", onScroll: aim });
        scrolling.current.at(x);
      },
      onEnd(isDone) {
        scrolling.current?.stop();
        scrolling.current = null;
        setMoving(null);
        if (!isDone || to === null) return;
        const before = columns[to.index]?.field.id;
        changeView({
          orderedFieldIds: movedField(table, view.config.orderedFieldIds, { id: field.id, before }),
        });
      },
    });
  }

  function startResizing(event: PointerEvent, { field }: GridColumn): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { fieldWidths } = view.config;
    const before = widthOf(field, table, view.config);
    const setWidth = (width: number) =>
      changeView({ fieldWidths: { ...fieldWidths, [field.id]: fittingWidth(width) } });
    trackPointer(event, {
      onMove: ({ by }) => setWidth(before + by.x),
      onEnd: (isDone) => {
        if (!isDone) setWidth(before);
      },
    });
  }

  return { moving, startMoving, startResizing };
}
