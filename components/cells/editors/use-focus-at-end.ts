import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * Focuses an input as soon as it is there, before the next key, with the caret behind its text; or with all of that
 * selected, so that what is typed takes its place.
 */
export function useFocusAtEnd<Element extends HTMLInputElement | HTMLTextAreaElement>({
  selectsAll = false,
}: {
  selectsAll?: boolean;
} = {}): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  // As it is when the input opens.
  const [from] = useState(selectsAll ? "start" : "end");
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // Not every input has a caret.
    if (element.selectionStart === null) return;
    element.setSelectionRange(from === "start" ? 0 : element.value.length, element.value.length);
    element.scrollLeft = element.scrollWidth;
  }, [from]);
  return ref;
}
