import { createContext, type RefObject, useContext } from "react";

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
