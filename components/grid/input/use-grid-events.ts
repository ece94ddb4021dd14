import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from "react";
import { flushSync } from "react-dom";
import type { EditorActions } from "@/components/cells/editors/editor";
import { chordOf } from "@/components/commands/chords";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { isMac } from "@/components/commands/platform";
import { withPart } from "@/components/ui/with-part";
import { pointAt, run, selectCell } from "../commands/commands";
import { commit } from "../commands/commit";
import { deferred } from "../commands/deferred";
import {
  activeOf,
  goToHeader,
  hasSelection,
  moveCaretIntoText,
  type Pointing,
  retype,
  stay,
} from "../cursor/cursor";
import { contains } from "../cursor/selection";
import { isSame, type Position } from "../cursor/steps";
import { type GridState, selectedAreas } from "../grid-state";
import { followDrag } from "../pointer/follow-drag";
import { groupOf, type Hit, hitOf, positionOf } from "../pointer/hit";
import { isGrip } from "../pointer/use-row-drag";
import type { Inputs } from "./use-inputs";

interface GridInputs {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly inputs: Inputs;
  /** Shows the area the fill handle is dragged over. */
  readonly showFill: (to: Position | null) => void;
  /** Scrolls a cell into view. */
  readonly reveal: (cell: Position) => void;
}

/** Translates keyboard and mouse events into commands. One set of handlers serves all cells. */
export function useGridEvents(state: () => GridState, { gridRef, inputs, showFill, reveal }: GridInputs) {
  return useMemo(() => {
    function selectBy(hit: Hit & { on: "cell" | "row" | "field" }, how: Pointing["how"]): void {
      const grid = state();
      inputs.cancelQueued();
      grid.services.takeFocus();
      pointAt({ ...pointingAt(hit, grid), how }, grid);
    }
    function selectAll(): void {
      const grid = state();
      inputs.cancelQueued();
      grid.services.takeFocus();
      commit(grid);
      run({ do: "expand-selection", reach: "all" }, state());
    }
    /** Extends the new range to follow the pointer. */
    function dragRange(reach: Pointing["reach"]): void {
      if (!gridRef.current) return;
      followDrag({
        grid: gridRef.current,
        onAt(position) {
          const grid = state();
          if (grid.cursor.state !== "selecting" || isSame(grid.cursor.focus, position)) return;
          pointAt({ position, reach, how: "extend" }, grid);
        },
        onEnd: () => {},
      });
    }
    function dragHandle(): void {
      let to: Position | null = null;
      if (!gridRef.current) return;
      followDrag({
        grid: gridRef.current,
        onAt(position) {
          to = nearestOf(position, state());
          showFill(to);
          reveal(to);
        },
        onEnd(isDone) {
          showFill(null);
          if (!isDone || !to) return;
          const [target, grid] = [to, state()];
          withPart(deferred, ({ fillTo }) => fillTo(target, grid));
        },
      });
    }
    return {
      onKeyDown(event: KeyboardEvent): void {
        if (event.defaultPrevented || isOfComposition(event.nativeEvent) || !isForCells(event)) return;
        // Synchronous: if Tab leaves the grid, the browser continues from the element focused here.
        if (flushSync(() => inputs.take({ chord: chordOf(event) }))) event.preventDefault();
      },
      onMouseDown(event: MouseEvent): void {
        const grid = state();
        if (isInEditor(event.target)) grid.setCursor(moveCaretIntoText(grid.cursor));
        const hit = hitOf(event.target);
        // Headers handle clicks instead, because dragging moves them.
        if (!hit || hit.on === "field" || hit.on === "corner") return;
        // The cursor sets the focus and the caret; a click would place them elsewhere.
        if (event.button !== 1 && !isOnLink(event.target)) event.preventDefault();
        // Row drags are handled by pointer events.
        if (isGrip(event.target) && event.button === 0) return;
        if (hit.on === "handle") {
          if (event.button === 0) dragHandle();
        } else if (event.button === 0 && !opensMenu(event)) {
          selectBy(hit, howOf(event));
          if (!isOnLink(event.target)) dragRange(hit.on === "row" ? "rows" : "cells");
        } else if (!isSelected(hit, state())) selectBy(hit, "select");
      },
      onClick(event: MouseEvent): void {
        const hit = hitOf(event.target);
        if (hit?.on === "field") selectBy(hit, howOf(event));
        else if (hit?.on === "corner") selectAll();
        else if (isOnCheckbox(event.target) && howOf(event) === "select") run({ do: "space" }, state());
      },
      onDoubleClick(event: MouseEvent): void {
        const on = hitOf(event.target)?.on;
        if (on === "handle") run({ do: "continue-down" }, state());
        if (on === "cell" && !isOnLink(event.target) && !isOnCheckbox(event.target))
          run({ do: "edit" }, state());
      },
      onContextMenu(event: MouseEvent): void {
        const hit = hitOf(event.target);
        if (hit?.on !== "cell" && hit?.on !== "row") return;
        event.preventDefault();
        // A long press fires no mouse event before.
        if (!isSelected(hit, state())) selectBy(hit, "select");
        const { clientX: x, clientY: y } = event;
        state().services.show({ is: "menu", at: { x, y } });
      },
      /** Handles focus from outside: Tab into the grid, or a screen reader on a cell or header. */
      onFocus(event: FocusEvent): void {
        const position = positionOf(event.target);
        const groupId = groupOf(event.target);
        const grid = state();
        if ((!position && groupId === undefined) || isInEditor(event.target)) return;
        if (position && !isAt(grid, position)) {
          inputs.cancelQueued();
          selectCell(position, grid);
        } else if (groupId !== undefined && !isOn(grid, groupId)) {
          inputs.cancelQueued();
          const { column } = activeOf(commit(grid));
          grid.setCursor(goToHeader(groupId, column, grid.bounds));
        } else if (isFromElsewhere(event)) grid.setCursor(stay(grid.cursor));
      },
    };
  }, [state, gridRef, inputs, showFill, reveal]);
}

/** The actions of an open editor. */
export function useEditorActions(state: () => GridState): EditorActions {
  return useMemo(
    () => ({
      isOpenOn({ recordId, fieldId }) {
        const { cursor } = state();
        return cursor.state === "editing" && cursor.recordId === recordId && cursor.fieldId === fieldId;
      },
      type(draft) {
        const grid = state();
        grid.setCursor(retype(grid.cursor, draft));
      },
      commit(step) {
        run({ do: "commit", step }, state());
      },
      leave() {
        commit(state());
      },
    }),
    [state],
  );
}

export function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-editor]") !== null;
}

/** Excludes keys in the header and in popups, whose React events also arrive here. */
function isForCells({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest("[role=columnheader]") === null;
}

/** Whole fields are selected from their first row, as in a spreadsheet. */
function pointingAt(
  hit: Hit & { on: "cell" | "row" | "field" },
  { cursor }: GridState,
): Pick<Pointing, "position" | "reach"> {
  if (hit.on === "cell") return { position: hit.position, reach: "cells" };
  if (hit.on === "row") return { position: { row: hit.row, column: 0 }, reach: "rows" };
  return { position: { row: activeOf(cursor).row, column: hit.column }, reach: "fields" };
}

/** The nearest existing cell to a position past an edge. */
function nearestOf({ row, column }: Position, { bounds }: GridState): Position {
  return {
    row: Math.max(0, Math.min(row, bounds.rows - 1)),
    column: Math.max(0, Math.min(column, bounds.columns - 1)),
  };
}

function isAt({ cursor }: GridState, position: Position): boolean {
  return hasSelection(cursor) && isSame(activeOf(cursor), position);
}

function isOn({ cursor }: GridState, groupId: string): boolean {
  return cursor.state === "group-header" && cursor.groupId === groupId;
}

function isFromElsewhere({ relatedTarget, currentTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
}

function isSelected(hit: Hit, grid: GridState): boolean {
  const areas = selectedAreas(grid);
  if (hit.on === "cell") return areas.some((area) => contains(area, hit.position));
  return hit.on === "row" && areas.some(({ rows }) => hit.row >= rows.first && hit.row < rows.end);
}

function howOf(event: MouseEvent): Pointing["how"] {
  if (event.shiftKey) return "extend";
  return (isMac() ? event.metaKey : event.ctrlKey) ? "add" : "select";
}

/** On a Mac, Ctrl+click is a right click. */
function opensMenu({ ctrlKey }: MouseEvent): boolean {
  return ctrlKey && isMac();
}

function isOnLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a") !== null;
}

function isOnCheckbox(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[role=checkbox]") !== null;
}
