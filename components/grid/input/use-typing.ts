import { type RefObject, useEffect } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";

/**
 * Starts an edit with text that reaches the focused cell: a key that makes a character, an emoji picker, a
 * dictation, a composition. Such a cell is an editing host that lets the browser change nothing, except for a
 * composition, which no page can prevent: its text is left standing until it is done, then taken away again.
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
    // Before the grid's own handlers, so that a key which ends a composition finds the editor open.
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
      // A cell that takes no text hears of it all the same, to say why.
      const { target } = event;
      if (isCell(target) && !target.isContentEditable && makesCharacter(event)) start(event.key);
    }
  }, [gridRef, start]);
}

/**
 * How long a composition must have ended: in some languages each key ends one and begins the next, and these
 * belong together. Moving the focus between them would tear them apart.
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

/** Text can reach a host only where its caret can stand: beside the value, which is not editable, on a line of its own. */
function placeCaret(cell: HTMLElement): void {
  const line = document.createElement("br");
  cell.append(line);
  getSelection()?.collapse(cell, cell.childNodes.length - 1);
}

/** What was composed in a cell; it is removed, and the caret's line with it. All else there are elements of ours. */
function takeText(cell: HTMLElement): string {
  let text = "";
  for (const node of [...cell.childNodes]) {
    if (!(node instanceof Text || node instanceof HTMLBRElement)) continue;
    text += node.textContent ?? "";
    node.remove();
  }
  return text;
}

/** Space does what a command says, and does not write. */
function makesCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}

function isCell(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset.column !== undefined;
}
