import type { Command } from "@/components/commands/command";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { GridState } from "../grid-state";
import type { DeferredName } from "./deferred-names";

/** The deferred commands, and what the mouse does with the same scripts. */
export const deferred = loadable(() => import("./deferred-commands"));

/** Runs a command on the state in which it was given, once its script is loaded. */
export function runDeferred(name: DeferredName, command: Command, grid: GridState): void {
  withPart(deferred, ({ deferredVerbs }) => {
    const verb = deferredVerbs[name] as (command: Command, grid: GridState) => void;
    verb(command, grid);
  });
}
