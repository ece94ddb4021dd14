import { boardList } from "./board-list";
import { calendarList } from "./calendar-list";
import type { AnyCommand, Command, WholeReach } from "./command";
import {
  type CommandGroup,
  commandList,
  editingList,
  groupHeaderList,
  typingList,
  wholeList,
} from "./command-list";
import { galleryList } from "./gallery-list";

/** Commands by chord. */
export type Keys<Does extends AnyCommand = Command> = { readonly [chord: string]: Does };

/** Keys while a cell is selected. Any other key that types a character replaces the value of the active cell. */
export const selectingKeys: Keys = keysOf(commandList.filter(({ isEvent }) => !isEvent));

/** Keys while an editor is open. All other keys belong to the editor. */
export const editingKeys: Keys = keysOf(editingList);

/** On a group header, the browser handles the keys of commands for cells. */
const ofCells: ReadonlySet<CommandGroup> = new Set(["Edit", "Copy and paste", "Fill", "Records", "Fields"]);

/** Keys on a group header. */
export const groupHeaderKeys: Keys = {
  ...keysOf(
    commandList.filter(
      ({ group, command, isEvent }) => !isEvent && !ofCells.has(group) && command.do !== "menu",
    ),
  ),
  ...keysOf(groupHeaderList),
};

/** Keys while an editor is open that arrows leave. */
export const typingKeys: Keys = { ...editingKeys, ...keysOf(typingList) };

/** Keys while whole rows or fields are selected; in other states they belong to the browser. */
export const wholeKeys: { readonly [Of in WholeReach]: Keys } = {
  rows: keysOf(wholeList.filter(({ reach }) => reach === "rows")),
  fields: keysOf(wholeList.filter(({ reach }) => reach === "fields")),
};

/** Keys on a board. */
export const boardKeys: Keys<AnyCommand> = keysOf(boardList);

/** Keys in a gallery. */
export const galleryKeys: Keys<AnyCommand> = keysOf(galleryList);

/** Keys on a calendar. */
export const calendarKeys: Keys<AnyCommand> = keysOf(calendarList);

/** Keys that work wherever the focus is on the page. */
export const pageKeys: Keys = keysOf(commandList.filter(({ isOfPage }) => isOfPage));

function keysOf<Does extends AnyCommand>(
  listed: readonly { readonly command: Does; readonly keys: readonly string[] }[],
): Keys<Does> {
  return Object.fromEntries(
    listed.flatMap(({ command, keys }) => keys.map((chord) => [pressed(chord), command])),
  );
}

/** A chord in the form that `chordOf` returns. */
function pressed(chord: string): string {
  const parts = chord.replace("Ctrl+", "Mod+").split("+");
  const key = parts.pop() ?? "";
  return [...parts, key.length === 1 ? key.toLowerCase() : key].join("+");
}
