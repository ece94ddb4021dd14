import { createContext, type RefObject, useContext } from "react";

/**
 * Where a popup's portal goes: into the page's `main`, so that what floats lies within a landmark too, or undefined
 * within another popup, whose own portal it joins.
 */
export function usePortalPlace(): RefObject<HTMLElement | null> | undefined {
  return useContext(WithinPopup) ? undefined : main;
}

/** Set to true around what a dialog or popover shows. */
export const WithinPopup = createContext(false);

const main: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector("main");
  },
};
