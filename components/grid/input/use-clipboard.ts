import { type RefObject, useEffect } from "react";
import { chordOf } from "@/components/commands/chords";
import type { Command } from "@/components/commands/command";
import { takesKeys } from "@/components/commands/takes-keys";
import { notifyCounting } from "@/components/open-table/notify-counting";
import { copy, cut } from "../clipboard/copy-commands";
import { pasteFiles } from "../clipboard/paste-files";
import { refuses } from "../commands/commands";
import { type GridState, reachesUncounted } from "../grid-state";
import { isInEditor } from "./use-grid-events";
import type { Inputs } from "./use-inputs";

/**
 * Handles the browser's copy, cut and paste events while a cell has the focus. They come from keys and from the
 * browser's own menus.
 */
export function useClipboard(
  gridRef: RefObject<HTMLElement | null>,
  state: () => GridState,
  inputs: Inputs,
): void {
  useEffect(() => {
    const stop = new AbortController();
    let isAsText = false;
    // On the document, because events of cells that are not editable come from the body.
    for (const name of ["copy", "cut", "paste"] as const) {
      document.addEventListener(name, answer, { signal: stop.signal });
    }
    document.addEventListener("keydown", onKeyDown, { signal: stop.signal, capture: true });
    return () => stop.abort();

    function onKeyDown(event: KeyboardEvent): void {
      isAsText = chordOf(event) === "Mod+Shift+v";
    }
    function answer(event: ClipboardEvent): void {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || !gridRef.current) return;
      const grid = state();
      if (!isForGrid(gridRef.current, grid)) return;
      event.preventDefault();
      const asked: Command = event.type === "copy" ? { do: "copy" } : { do: "paste", as: "table" };
      if (refuses(asked, grid)) return;
      if (event.type !== "paste") {
        // Clipboard events are synchronous, so there is no time to count rows.
        if (reachesUncounted(grid)) notifyCounting(grid);
        else if (event.type === "copy") copy(grid, { transfer: clipboardData });
        else cut(grid, clipboardData);
      } else if (!pasteFiles([...clipboardData.files], grid)) {
        const html = isAsText ? "" : clipboardData.getData("text/html");
        inputs.take({ pasted: { text: clipboardData.getData("text/plain"), html } });
      }
      isAsText = false;
    }
  }, [gridRef, state, inputs]);
}

/**
 * True if a cell has the focus. If it does not exist yet, or the table has no rows, nothing that handles pastes itself
 * may have the focus, such as an input.
 */
function isForGrid(element: HTMLElement, { bounds, cursor, services }: GridState): boolean {
  const { activeElement } = document;
  if (hasOtherSelection(element)) return false;
  const isInGrid = element.contains(activeElement) && !isInEditor(activeElement);
  if (cursor.state === "selecting" && isInGrid) return true;
  return (bounds.rows === 0 || services.typeahead.isHeld()) && !takesKeys(activeElement);
}

/** True if text elsewhere on the page is selected, which the event refers to. */
function hasOtherSelection(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && !element.contains(selection.anchorNode);
}
