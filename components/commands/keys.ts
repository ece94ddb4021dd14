import type { Command, WholeReach } from "./command";
import {
  type CommandGroup,
  commandList,
  editingList,
  headingList,
  typingList,
  wholeList,
} from "./command-list";

/** Keys by the way a person would say them, each with what it asks for. */
export type Keys = { readonly [chord: string]: Command };

/** Any key that is not here, and makes a character, replaces the value of the active cell. */
export const selectingKeys: Keys = keysOf(commandList.filter(({ isEvent }) => !isEvent));

/** Any other key belongs to the editor. */
export const editingKeys: Keys = keysOf(editingList);

/** What is for a cell is left to the browser. */
const ofCells: ReadonlySet<CommandGroup> = new Set(["Edit", "Copy and paste", "Fill", "Rows", "Fields"]);

/** On the header of a group. */
export const headingKeys: Keys = {
  ...keysOf(
    commandList.filter(
      ({ group, command, isEvent }) => !isEvent && !ofCells.has(group) && command.do !== "menu",
    ),
  ),
  ...keysOf(headingList),
};

/** The same where arrows lead on to other cells. */
export const typingKeys: Keys = { ...editingKeys, ...keysOf(typingList) };

/** While whole rows or fields are selected; in any other state these keys are the browser's. */
export const wholeKeys: { readonly [Of in WholeReach]: Keys } = {
  rows: keysOf(wholeList.filter(({ reach }) => reach === "rows")),
  fields: keysOf(wholeList.filter(({ reach }) => reach === "fields")),
};

/** Those that work wherever the focus is on the page. */
export const pageKeys: Keys = keysOf(commandList.filter(({ isOfPage }) => isOfPage));

function keysOf(listed: readonly { readonly command: Command; readonly keys: readonly string[] }[]): Keys {
  return Object.fromEntries(
    listed.flatMap(({ command, keys }) => keys.map((chord) => [pressed(chord), command])),
  );
}

/** A chord as `chordOf` gives it. */
function pressed(chord: string): string {
  const parts = chord.replace("Ctrl+", "Mod+").split("+");
  const key = parts.pop() ?? "";
  return [...parts, key.length === 1 ? key.toLowerCase() : key].join("+");
}
