import { type PointerEvent, useCallback, useState } from "react";
import { holdRows } from "@/components/listing/hold-rows";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import { dragThreshold, trackPointer } from "@/components/ui/track-pointer";
import { withPart } from "@/components/ui/with-part";
import { pointAt } from "../commands/commands";
import { commit } from "../commands/commit";
import { deferred } from "../commands/deferred";
import { type GridState, selectedAreas } from "../grid-state";
import { whyFixed } from "../rows/why-fixed";
import { headerHeight } from "../viewport/geometry";
import type { Viewport } from "../viewport/use-viewport";

export interface RowDrag {
  /** The row that dragged rows would be placed before; null while none are dragged. */
  readonly to: number | null;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** Moves rows by dragging the handles beside their numbers: all selected rows, if the dragged one is among them. */
export function useRowDrag(
  state: () => GridState,
  { scrollerRef, rowEdgeAt }: Pick<Viewport, "scrollerRef" | "rowEdgeAt">,
): RowDrag {
  const [to, setTo] = useState<number | null>(null);
  const onPointerDown = useCallback(
    (event: PointerEvent): void => {
      const row = rowOfGrip(event.target);
      const { services } = state();
      if (event.button !== 0 || row === undefined || whyFixed(services) !== undefined) return;
      services.typeahead.cancel();
      // Holds the rows in place, so that the row under the pointer stays the same.
      const release = holdRows(services.table.id);
      let target: number | null = null;
      let scrolling: ReturnType<typeof scrollAtEdges> | undefined;
      const aim = (y: number) => {
        target = Math.min(rowEdgeAt(y), state().bounds.rows);
        setTo(target);
      };
      trackPointer(event, {
        onMove({ y, by }) {
          if (!scrolling) {
            if (Math.abs(by.y) < dragThreshold) return;
            commit(state());
            selectForMove(row, state());
            scrolling = scrollAtEdges({ scrollerRef, along: "y", header: headerHeight, onScroll: aim });
          }
          scrolling.at(y);
          aim(y);
        },
        onEnd(isDone) {
          scrolling?.stop();
          setTo(null);
          if (!isDone) return release();
          if (target === null) selectRow(row, state());
          else moveTo(target, state());
          release();
        },
      });
    },
    [state, scrollerRef, rowEdgeAt],
  );
  return { to, onPointerDown };
}

/** True if the target is a drag handle of a row. */
export function isGrip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-grip]") !== null;
}

function rowOfGrip(target: EventTarget): number | undefined {
  if (!isGrip(target) || !(target instanceof Element)) return undefined;
  return Number(target.closest<HTMLElement>("[data-row]")?.dataset.row);
}

function moveTo(row: number, grid: GridState): void {
  withPart(deferred, ({ moveRows }) => void moveRows(row, grid));
}

function selectForMove(row: number, grid: GridState): void {
  const isSelected = selectedAreas(grid).some(({ rows }) => row >= rows.first && row < rows.end);
  if (!isSelected) selectRow(row, grid);
}

function selectRow(row: number, grid: GridState): void {
  grid.services.takeFocus();
  pointAt({ position: { row, column: 0 }, reach: "rows", how: "select" }, grid);
}
