import { useEffect } from "react";
import { run } from "./commands";
import type { GridState } from "./grid-state";
import { isOfComposition } from "./is-of-composition";
import { chordOf, pageKeys } from "./keys";
import { takesKeys } from "./takes-keys";

/** Answers the keys that work wherever the focus is on the page: not in what takes text, and not under a dialog. */
export function usePageKeys(state: () => GridState): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const command = pageKeys[chordOf(event)];
      if (!command || event.defaultPrevented || isOfComposition(event) || takesKeys(event.target)) return;
      if (run(command, state())) event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [state]);
}
