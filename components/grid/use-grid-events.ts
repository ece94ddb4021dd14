import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from "react";
import { flushSync } from "react-dom";
import { commit, type GridState, run, selectCell } from "./commands";
import { isSame, type Position, retype } from "./cursor";
import type { EditorActions } from "./editors/editor";
import { chordOf } from "./keys";
import { positionOf } from "./use-focus";
import type { Input } from "./use-inputs";

interface GridInputs {
  /** Does what an input asks for; false leaves it to the browser. */
  readonly take: (input: Input) => boolean;
  /** Set where the grid shall have the focus, whatever has it now. */
  readonly isFocusWanted: RefObject<boolean>;
}

/** What a person does with keys and pointer, turned into commands. One set of handlers serves every cell. */
export function useGridEvents(state: () => GridState, { take, isFocusWanted }: GridInputs) {
  return useMemo(
    () => ({
      onKeyDown(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.nativeEvent.isComposing) return;
        // At once: where Tab leads out of the grid, the browser goes on from where the focus is by then.
        if (flushSync(() => take({ chord: chordOf(event) }))) event.preventDefault();
      },
      onMouseDown(event: MouseEvent): void {
        const position = positionOf(event.target);
        if (!position || isInEditor(event.target)) return;
        // The focus is set by the cursor, and with it the caret, which a click would put elsewhere.
        if (event.button === 0 && !isOnControl(event.target)) event.preventDefault();
        isFocusWanted.current = true;
        selectCell(position, state());
      },
      onClick(event: MouseEvent): void {
        const { target } = event;
        if (!(target instanceof Element)) return;
        if (target.closest("[role=checkbox]")) run({ do: "toggle" }, state());
        else if (isMod(event)) linkIn(target)?.click();
      },
      onDoubleClick(event: MouseEvent): void {
        if (!positionOf(event.target) || isInEditor(event.target) || isOnControl(event.target)) return;
        run({ do: "edit" }, state());
      },
      /** Tab came into the grid, or a reader put the focus on a cell. */
      onFocus(event: FocusEvent): void {
        const position = positionOf(event.target);
        const grid = state();
        if (!position || isInEditor(event.target) || isAt(grid, position)) return;
        selectCell(position, grid);
      },
    }),
    [state, take, isFocusWanted],
  );
}

/** What the open editor may ask for. */
export function useEditorActions(state: () => GridState): EditorActions {
  return useMemo(
    () => ({
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

function isAt({ cursor }: GridState, position: Position): boolean {
  return cursor.state === "selecting" && !cursor.isLeaving && isSame(cursor.focus, position);
}

function isInEditor(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-editor]") !== null;
}

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, [role=checkbox]") !== null;
}

function isMod({ ctrlKey, metaKey }: MouseEvent): boolean {
  return ctrlKey || metaKey;
}

function linkIn(target: Element): HTMLElement | null {
  return target.closest("a")
    ? null
    : (target.closest("[data-column]")?.querySelector<HTMLElement>("a[href]") ?? null);
}
