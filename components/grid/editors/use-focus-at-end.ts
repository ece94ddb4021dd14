import { type RefObject, useLayoutEffect, useRef } from "react";

/** Focuses an input as soon as it is there, before the next key, with the caret behind its text. */
export function useFocusAtEnd<
  Element extends HTMLInputElement | HTMLTextAreaElement,
>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // Not every input has a caret.
    if (element.selectionStart === null) return;
    element.setSelectionRange(element.value.length, element.value.length);
    element.scrollLeft = element.scrollWidth;
  }, []);
  return ref;
}
