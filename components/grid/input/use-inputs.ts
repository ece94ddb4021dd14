import { useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { Command } from "@/components/commands/command";
import { paste, pasteAwaitsCount } from "../clipboard/clipboard-commands";
import { awaitsCount, run, startTyping } from "../commands/commands";
import { activeOf, goesByCount, retype } from "../cursor/cursor";
import type { GridState } from "../grid-state";
import type { Input, InputQueue } from "./input-queue";
import { commandOf, isKnown } from "./keys-at-cursor";

export interface Inputs {
  /** Does what an input asks for; false leaves it to the browser. */
  readonly take: (input: Input) => boolean;
  /** Gives up what waits: a person has gone elsewhere, and it was not meant for there. */
  readonly giveUp: () => void;
}

/**
 * Where a person is faster than the rows are counted and loaded, or than a command is where it goes to, inputs for
 * what is not there yet are done, in their order, when it is.
 */
export function useInputs(state: () => GridState, queue: InputQueue): Inputs {
  useSyncExternalStore(queue.subscribe, queue.isHeld, () => false);

  // After each drawing: a record may have come.
  useLayoutEffect(() => {
    for (let input = queue.first(); input && !mustWait(input, state()); input = queue.first()) {
      queue.shift();
      catchUp(input, state());
    }
  });

  return useMemo(
    () => ({
      giveUp: queue.giveUp,
      take(input) {
        const grid = state();
        if ("chord" in input && !isKnown(input.chord, grid.cursor)) return false;
        if ("chord" in input && input.chord === "Escape") queue.giveUp();
        if (!queue.first() && !mustWait(input, grid)) return perform(input, grid);
        queue.push(input);
        return true;
      },
    }),
    [state, queue],
  );
}

function perform(input: Input, grid: GridState): boolean {
  if ("text" in input) {
    startTyping(input.text, grid);
    return true;
  }
  if ("pasted" in input) {
    paste(input.pasted, grid);
    return true;
  }
  const command = commandOf(input.chord, grid.cursor);
  return command !== undefined && run(command, grid);
}

/** Does what was asked for earlier; where that has opened an editor, does in its place what it would do. */
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
 * Whether an input is for where a command is on its way to; or for the active cell, and its record is not there yet; or
 * for more than the rows that are known.
 */
function mustWait(input: Input, grid: GridState): boolean {
  const { cursor, bounds, isCounting } = grid;
  if (grid.services.ahead.isHeld()) return true;
  if ("pasted" in input && pasteAwaitsCount(input.pasted, grid)) return true;
  const command = "chord" in input ? commandOf(input.chord, cursor) : undefined;
  if (command && awaitsCount(command, grid)) return true;
  if (cursor.state !== "selecting" && cursor.state !== "heading") return false;
  if (command?.do === "move" || command?.do === "extend") {
    return isCounting && goesByCount(cursor, command, bounds);
  }
  const isForCell = command ? forCell.has(command.do) : "text" in input;
  return cursor.state === "selecting" && isForCell && !grid.recordAt(activeOf(cursor).row);
}

const forCell: ReadonlySet<Command["do"]> = new Set(["edit", "clear", "space", "open", "today", "now"]);
