import { useEffect } from "react";
import { useStable } from "@/components/ui/use-stable";
import { chordOf } from "./chords";
import type { Command } from "./command";
import { isOfComposition } from "./is-of-composition";
import { pageKeys } from "./keys";
import { commandRequested } from "./request-command";
import { takesKeys } from "./takes-keys";

/**
 * Runs commands for keys that work wherever the focus is on the page, except in text inputs and dialogs, unless
 * `isTaken` decides otherwise; and commands that buttons outside of the view ask for.
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
    function onRequest(event: Event): void {
      if (onCommand((event as CustomEvent<Command>).detail)) event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener(commandRequested, onRequest);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener(commandRequested, onRequest);
    };
  }, [onCommand, isForOthers]);
}
