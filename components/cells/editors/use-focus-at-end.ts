import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useEditorFrame } from "./editor-frame";

/**
 * Focuses an input before the next key, with the caret at the end or with all text selected, so that typing replaces
 * it. Inputs that are always there get the focus by themselves.
 */
export function useFocusAtEnd<Element extends HTMLInputElement | HTMLTextAreaElement>({
  selectsAll = false,
}: {
  selectsAll?: boolean;
} = {}): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  const isAlwaysThere = useEditorFrame() !== null;
  // The option as given when the input opens.
  const [from] = useState(selectsAll ? "start" : "end");
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || isAlwaysThere) return;
    element.focus({ preventScroll: true });
    // Some types of input have no caret.
    if (element.selectionStart === null) return;
    element.setSelectionRange(from === "start" ? 0 : element.value.length, element.value.length);
    element.scrollLeft = element.scrollWidth;
  }, [from, isAlwaysThere]);
  return ref;
}
