import { createContext, type RefObject, useContext, useSyncExternalStore } from "react";

/**
 * The container of a popup's portal: the page's `main`, so that popups are inside a landmark; undefined within
 * another popup, whose portal is used.
 */
export function usePortalPlace(): RefObject<HTMLElement | null> | undefined {
  return useContext(WithinPopup) ? undefined : main;
}

/** True inside of a dialog or popover. */
export const WithinPopup = createContext(false);

const main: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector("main");
  },
};

/** A key for dialogs that outlive a page: changes when another `main` replaces the one that has their portals. */
export function useMainKey(): number {
  return useSyncExternalStore(watchMain, currentKey, () => 0);
}

let known: { readonly element: Element | null; readonly key: number } = { element: null, key: 0 };

function currentKey(): number {
  const element = document.querySelector("main");
  if (element !== known.element) known = { element, key: known.key + 1 };
  return known.key;
}

function watchMain(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
