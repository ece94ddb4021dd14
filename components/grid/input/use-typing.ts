import { type RefObject, useEffect, useLayoutEffect } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";

/**
 * Starts an edit with text that reaches the focused cell: a character key, an emoji picker, dictation, a composition.
 * The cell is a `contentEditable` element that prevents all changes except compositions, which no page can prevent:
 * their text stays until they end, and is removed then.
 */
export function useTyping(gridRef: RefObject<HTMLElement | null>, start: (text: string) => void): void {
  useEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    const composition = watchComposition(start);

    grid.addEventListener("focusin", onFocusIn, listening);
    grid.addEventListener("focusout", onFocusOut, listening);
    grid.addEventListener("beforeinput", onBeforeInput, listening);
    grid.addEventListener("compositionstart", onComposition, listening);
    grid.addEventListener("compositionend", onComposition, listening);
    // Runs before the grid's own handlers, so that the key that ends a composition finds the editor open.
    grid.addEventListener("keydown", onKeyDown, { ...listening, capture: true });
    return () => stop.abort();

    function onFocusIn({ target }: FocusEvent): void {
      if (isCell(target) && target.isContentEditable) placeCaret(target);
    }
    function onFocusOut({ target }: FocusEvent): void {
      if (isCell(target)) takeText(target);
    }
    function onBeforeInput(event: InputEvent): void {
      if (!isCell(event.target) || event.isComposing || event.inputType === "insertCompositionText") return;
      event.preventDefault();
      if (event.inputType === "insertText" && event.data) start(event.data);
    }
    function onComposition(event: CompositionEvent): void {
      if (!isCell(event.target)) return;
      if (event.type === "compositionstart") composition.begin(event.target);
      else composition.pause();
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (isOfComposition(event)) return;
      composition.finish();
      // Typing into a cell that is not editable is passed on too, to show the reason.
      const { target } = event;
      if (isCell(target) && !target.isContentEditable && makesCharacter(event)) start(event.key);
    }
  }, [gridRef, start]);
  // A cell that gets the focus before it is editable has no caret where the selection is elsewhere, as after a link.
  useLayoutEffect(() => {
    const cell = document.activeElement;
    if (!isCell(cell) || !cell.isContentEditable || !gridRef.current?.contains(cell)) return;
    if (!cell.contains(getSelection()?.anchorNode ?? null)) placeCaret(cell);
  });
}

/**
 * The time in ms after which a composition has ended. In some languages each key ends one and starts the next; moving
 * the focus in between would split them.
 */
const pause = 40;

function watchComposition(start: (text: string) => void) {
  let cell: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout>;

  function finish(): void {
    clearTimeout(timer);
    if (!cell) return;
    const text = takeText(cell);
    delete cell.dataset.composing;
    cell = null;
    if (text !== "") start(text);
  }
  return {
    begin(host: HTMLElement): void {
      clearTimeout(timer);
      cell = host;
      cell.dataset.composing = "";
    },
    pause(): void {
      timer = setTimeout(finish, pause);
    },
    finish(): void {
      finish();
    },
  };
}

/** The caret needs a line of its own beside the value, which is not editable. */
function placeCaret(cell: HTMLElement): void {
  const line = document.createElement("br");
  cell.append(line);
  getSelection()?.collapse(cell, cell.childNodes.length - 1);
}

/**
 * Removes composed text and the caret's line from a cell, and returns the text. All other nodes are elements of ours.
 */
function takeText(cell: HTMLElement): string {
  let text = "";
  for (const node of [...cell.childNodes]) {
    if (!(node instanceof Text || node instanceof HTMLBRElement)) continue;
    text += node.textContent ?? "";
    node.remove();
  }
  return text;
}

/** Tests whether a key types text into a cell. Space is a command there. */
export function makesCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}

function isCell(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset.column !== undefined;
}
