import { type RefObject, useEffect, useRef } from "react";

interface FocusAfter {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Call it before the entry at `index` disappears: the next one there gets the focus. */
  readonly keepFocusAt: (index: number) => void;
}

/** Moves the focus to the next entry when the focused one disappears, scrolling as little as possible. */
export function useFocusAfter(items: readonly { readonly id: string }[]): FocusAfter {
  const list = useRef<HTMLUListElement>(null);
  const leaving = useRef<{ index: number; id: string | undefined } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || items.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    const lines = list.current?.children;
    const line = lines?.[Math.min(left.index, lines.length - 1)];
    const next = line?.querySelector<HTMLElement>("[data-restore]") ?? list.current;
    next?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: "nearest" });
  }, [items]);
  return {
    list,
    keepFocusAt(index) {
      leaving.current = { index: Math.max(index, 0), id: items[index]?.id };
    },
  };
}
