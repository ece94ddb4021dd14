import { useLayoutEffect, useMemo, useReducer, useSyncExternalStore } from "react";
import type { Command } from "@/components/commands/command";
import type { Loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import { pasteAwaitsCount, pasting } from "../clipboard/pasting";
import { awaitsCount, run, startTyping } from "../commands/commands";
import { deferred } from "../commands/deferred";
import { isDeferred } from "../commands/deferred-names";
import { activeOf, dependsOnCount, retype } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import { commandOf, isKnown } from "./keys-at-cursor";
import type { Input, TypeaheadQueue } from "./typeahead-queue";

export interface Inputs {
  /** Handles an input; false leaves it to the browser. */
  readonly take: (input: Input) => boolean;
  /** Drops queued input, because the person has moved elsewhere. */
  readonly cancelQueued: () => void;
}

/** Queues keystrokes that arrive before their target row is loaded and replays them in order. */
export function useInputs(state: () => GridState, queue: TypeaheadQueue): Inputs {
  useSyncExternalStore(queue.subscribe, queue.isHeld, () => false);
  const [, tryAgain] = useReducer((tries: number) => tries + 1, 0);

  // Runs after every render: a record may have arrived.
  useLayoutEffect(() => {
    for (let input = queue.first(); input && !mustWait(input, state()); input = queue.first()) {
      queue.shift();
      catchUp(input, state());
    }
  });

  return useMemo(
    () => ({
      cancelQueued: queue.cancel,
      take(input) {
        const grid = state();
        if ("chord" in input && !isKnown(input.chord, grid.cursor)) return false;
        if ("chord" in input && input.chord === "Escape") queue.cancel();
        if (!queue.first() && !mustWait(input, grid)) return perform(input, grid);
        queue.push(input);
        const script = missingScript(input, grid);
        if (script) withPart(script, tryAgain);
        return true;
      },
    }),
    [state, queue],
  );
}

/** The script that an input needs, if it is not loaded yet. */
function missingScript(input: Input, { cursor }: GridState): Loadable<unknown> | undefined {
  if ("pasted" in input) return pasting.loaded() ? undefined : pasting;
  const command = "chord" in input ? commandOf(input.chord, cursor) : undefined;
  return command && isDeferred(command.do) && !deferred.loaded() ? deferred : undefined;
}

function perform(input: Input, grid: GridState): boolean {
  if ("text" in input) {
    startTyping(input.text, grid);
    return true;
  }
  if ("pasted" in input) {
    pasting.loaded()?.(input.pasted, grid);
    return true;
  }
  const command = commandOf(input.chord, grid.cursor);
  return command !== undefined && run(command, grid);
}

/** Replays a queued input. If an earlier one opened an editor, applies its effect on the draft. */
function catchUp(input: Input, grid: GridState): void {
  const { cursor } = grid;
  const changed = cursor.state === "editing" ? asEditor(input, cursor.draft) : undefined;
  if (changed !== undefined) grid.setCursor(retype(cursor, changed));
  else perform(input, grid);
}

function asEditor(input: Input, draft: string): string | undefined {
  if ("text" in input) return draft + input.text;
  if ("pasted" in input) return draft + input.pasted.text;
  if (input.chord === "Space") return `${draft} `;
  return input.chord === "Backspace" ? [...draft].slice(0, -1).join("") : undefined;
}

/**
 * True if an input must be queued: a command is moving the cursor, the active record or the script for the input is not
 * loaded, or the input affects rows that are not counted yet.
 */
function mustWait(input: Input, grid: GridState): boolean {
  const { cursor, bounds, isCounting } = grid;
  if (grid.services.typeahead.isHeld() || missingScript(input, grid)) return true;
  if ("pasted" in input && pasteAwaitsCount(input.pasted, grid)) return true;
  const command = "chord" in input ? commandOf(input.chord, cursor) : undefined;
  if (command && awaitsCount(command, grid)) return true;
  if (cursor.state !== "selecting" && cursor.state !== "group-header") return false;
  if (command?.do === "move" || command?.do === "extend") {
    return isCounting && dependsOnCount(cursor, command, bounds);
  }
  const isForCell = command ? forCell.has(command.do) : "text" in input;
  return cursor.state === "selecting" && isForCell && !grid.recordAt(activeOf(cursor).row);
}

const forCell: ReadonlySet<Command["do"]> = new Set(["edit", "clear", "space", "open", "today", "now"]);
