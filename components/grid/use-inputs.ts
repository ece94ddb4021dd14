import { useCallback, useLayoutEffect, useRef } from "react";
import { type GridState, run, startTyping } from "./commands";
import { retype } from "./cursor";
import { type Command, editingKeys, selectingKeys } from "./keys";

/** What reaches the grid from a keyboard: text for the focused cell, or a key by its chord. */
export type Input = { readonly text: string } | { readonly chord: string };

/**
 * Gives a function that does what an input asks for; false leaves it to the browser. Where a person is faster
 * than the rows are loaded, inputs for a cell that is not there yet are done, in their order, when it is.
 */
export function useInputs(state: () => GridState): (input: Input) => boolean {
  const ahead = useRef<Input[]>([]);

  // After each drawing: a record may have come.
  useLayoutEffect(() => {
    while (ahead.current[0] && !mustWait(ahead.current[0], state())) {
      const input = ahead.current.shift();
      if (input) catchUp(input, state());
    }
  });

  return useCallback(
    (input: Input) => {
      if ("chord" in input && !isKnown(input.chord)) return false;
      if ("chord" in input && input.chord === "Escape") ahead.current = [];
      const grid = state();
      if (ahead.current.length === 0 && !mustWait(input, grid)) return perform(input, grid);
      ahead.current.push(input);
      return true;
    },
    [state],
  );
}

function perform(input: Input, grid: GridState): boolean {
  if ("text" in input) {
    startTyping(input.text, grid);
    return true;
  }
  const command = commandOf(input.chord, grid);
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
  if (input.chord === "Space") return `${draft} `;
  return input.chord === "Backspace" ? [...draft].slice(0, -1).join("") : undefined;
}

/** Whether an input is for the focused cell, and its record is not there yet. */
function mustWait(input: Input, grid: GridState): boolean {
  const { cursor } = grid;
  if (cursor.state !== "selecting" || grid.recordAt(cursor.focus.row)) return false;
  const command = "chord" in input ? commandOf(input.chord, grid) : undefined;
  return "text" in input || (command !== undefined && forCell.has(command.do));
}

const forCell: ReadonlySet<Command["do"]> = new Set(["edit", "clear", "toggle", "today"]);

function isKnown(chord: string): boolean {
  return Object.hasOwn(selectingKeys, chord) || Object.hasOwn(editingKeys, chord);
}

function commandOf(chord: string, { cursor }: GridState): Command | undefined {
  return (cursor.state === "editing" ? editingKeys : selectingKeys)[chord];
}
