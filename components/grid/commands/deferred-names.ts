import type { Command } from "@/components/commands/command";
import type { GridState } from "../grid-state";

/** Commands whose script is loaded with the first of them, or before, when the page is idle. */
const names = [
  "clear",
  "fill-selection",
  "fill",
  "continue",
  "continue-down",
  "paste",
  "insert",
  "move-rows",
  "delete",
  "duplicate",
] as const satisfies readonly Command["do"][];
export type DeferredName = (typeof names)[number];

export type DeferredVerbs = {
  [Name in DeferredName]: (command: Extract<Command, { do: Name }>, grid: GridState) => void;
};

export function isDeferred(name: Command["do"]): name is DeferredName {
  return (names as readonly Command["do"][]).includes(name);
}
