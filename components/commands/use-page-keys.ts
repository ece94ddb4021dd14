import { useEffect } from "react";
import { useStable } from "@/components/ui/use-stable";
import { chordOf } from "./chords";
import type { Command } from "./command";
import { isOfComposition } from "./is-of-composition";
import { pageKeys } from "./keys";
import { takesKeys } from "./takes-keys";

/**
 * Runs commands for keys that work wherever the focus is on the page, except in text inputs and dialogs, unless
 * `isTaken` decides otherwise.
 */
export function usePageKeys(
  run: (command: Command) => boolean,
  isTaken: (target: EventTarget | null) => boolean = takesKeys,
): void {
  const onCommand = useStable(run);
  const isForOthers = useStable(isTaken);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const command = pageKeys[chordOf(event)];
      if (!command || event.defaultPrevented || isOfComposition(event) || isForOthers(event.target)) return;
      if (onCommand(command)) event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onCommand, isForOthers]);
}
