import type { Action } from "@/lib/contract/actions";
import { type Command, type Step, type WholeReach, wholeReaches } from "./command";

/** A command with its name and keys. Menus, the command palette and the shortcut list are made of these. */
export interface ListedCommand {
  readonly name: string;
  readonly group: CommandGroup;
  readonly command: Command;
  /** Keys while a cell is selected. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  /** Keys while whole rows or fields are selected. Otherwise the browser uses these keys to zoom. */
  readonly keysOfWhole?: { readonly [Of in WholeReach]?: readonly string[] };
  /** The browser fires an event of its own for these keys: copy, cut, paste or find. */
  readonly isEvent?: true;
  /** Works wherever the focus is on the page, except in text inputs. */
  readonly isOfPage?: true;
  readonly isInCellMenu?: true;
}

export const commandGroups = [
  "Edit",
  "Copy and paste",
  "Fill",
  "Rows",
  "Fields",
  "Groups",
  "Undo",
  "Find",
  "Move",
  "Select",
] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Moves by name and keys. Shift extends the selection by them, except Tab. */
const moves: readonly { readonly name: string; readonly step: Step; readonly keys: readonly string[] }[] = [
  { name: "One cell up", step: "up", keys: ["ArrowUp"] },
  { name: "One cell down", step: "down", keys: ["ArrowDown"] },
  { name: "One cell to the left", step: "left", keys: ["ArrowLeft"] },
  { name: "One cell to the right", step: "right", keys: ["ArrowRight"] },
  { name: "First row", step: "top", keys: ["Mod+ArrowUp"] },
  { name: "Last row", step: "bottom", keys: ["Mod+ArrowDown"] },
  { name: "First field", step: "first-field", keys: ["Home", "Mod+ArrowLeft"] },
  { name: "Last field", step: "last-field", keys: ["End", "Mod+ArrowRight"] },
  { name: "First cell", step: "first-cell", keys: ["Mod+Home"] },
  { name: "Last cell", step: "last-cell", keys: ["Mod+End"] },
  { name: "One screen up", step: "page-up", keys: ["PageUp"] },
  { name: "One screen down", step: "page-down", keys: ["PageDown"] },
  { name: "One screen to the left", step: "page-left", keys: ["Alt+PageUp"] },
  { name: "One screen to the right", step: "page-right", keys: ["Alt+PageDown"] },
];

const tabs: typeof moves = [
  { name: "Next cell", step: "next", keys: ["Tab"] },
  { name: "Previous cell", step: "previous", keys: ["Shift+Tab"] },
];

export const commandList: readonly ListedCommand[] = [
  { name: "Edit", group: "Edit", command: { do: "edit" }, keys: ["Enter", "F2"], isInCellMenu: true },
  {
    name: "Clear",
    group: "Edit",
    command: { do: "clear" },
    keys: ["Delete", "Backspace"],
    isInCellMenu: true,
  },
  { name: "Tick, or open the record", group: "Edit", command: { do: "space" }, keys: ["Space"] },
  { name: "Save", group: "Edit", command: { do: "save" }, keys: ["Mod+S"], isOfPage: true },
  { name: "Today", group: "Edit", command: { do: "today" }, keys: ["Mod+;"] },
  { name: "Now", group: "Edit", command: { do: "now" }, keys: ["Mod+Shift+;"] },
  {
    name: "Cut",
    group: "Copy and paste",
    command: { do: "cut" },
    keys: ["Mod+X"],
    isEvent: true,
    isInCellMenu: true,
  },
  {
    name: "Copy",
    group: "Copy and paste",
    command: { do: "copy" },
    keys: ["Mod+C"],
    isEvent: true,
    isInCellMenu: true,
  },
  {
    name: "Paste",
    group: "Copy and paste",
    command: { do: "paste", as: "table" },
    keys: ["Mod+V"],
    isEvent: true,
    isInCellMenu: true,
  },
  {
    name: "Paste as text",
    group: "Copy and paste",
    command: { do: "paste", as: "text" },
    keys: ["Mod+Shift+V"],
    isEvent: true,
    isInCellMenu: true,
  },
  {
    name: "Fill down",
    group: "Fill",
    command: { do: "fill", along: "rows" },
    keys: ["Mod+D"],
    isInCellMenu: true,
  },
  {
    name: "Fill to the right",
    group: "Fill",
    command: { do: "fill", along: "columns" },
    keys: ["Mod+R"],
    isInCellMenu: true,
  },
  { name: "Fill the whole selection", group: "Fill", command: { do: "fill-selection" }, keys: ["Mod+Enter"] },
  { name: "Continue the series", group: "Fill", command: { do: "continue" }, keys: [], isInCellMenu: true },
  {
    name: "Continue down beside what is filled",
    group: "Fill",
    command: { do: "continue-down" },
    keys: [],
  },
  { name: "Open record", group: "Rows", command: { do: "open" }, keys: [], isInCellMenu: true },
  {
    name: "Open link",
    group: "Rows",
    command: { do: "open-link" },
    keys: ["Alt+Enter"],
    isInCellMenu: true,
  },
  {
    name: "Insert row above",
    group: "Rows",
    command: { do: "insert", where: "above" },
    keys: ["Mod+Alt+="],
    keysOfWhole: { rows: ["Mod+Shift+="] },
    isInCellMenu: true,
  },
  {
    name: "Insert row below",
    group: "Rows",
    command: { do: "insert", where: "below" },
    keys: ["Shift+Enter"],
    isInCellMenu: true,
  },
  {
    name: "Move rows up",
    group: "Rows",
    command: { do: "move-rows", way: "up" },
    keys: ["Mod+Alt+ArrowUp"],
    isInCellMenu: true,
  },
  {
    name: "Move rows down",
    group: "Rows",
    command: { do: "move-rows", way: "down" },
    keys: ["Mod+Alt+ArrowDown"],
    isInCellMenu: true,
  },
  {
    name: "Duplicate rows",
    group: "Rows",
    command: { do: "duplicate" },
    keys: ["Mod+Shift+D"],
    isInCellMenu: true,
  },
  {
    name: "Delete rows",
    group: "Rows",
    command: { do: "delete" },
    keys: ["Mod+Alt+-"],
    keysOfWhole: { rows: ["Mod+-"] },
    isInCellMenu: true,
  },
  {
    name: "Hide fields",
    group: "Fields",
    command: { do: "hide-fields" },
    keys: ["Mod+Alt+0"],
    keysOfWhole: { fields: ["Mod+0"] },
  },
  {
    name: "Delete fields",
    group: "Fields",
    command: { do: "delete-fields" },
    keys: [],
    keysOfWhole: { fields: ["Mod+-"] },
  },
  {
    name: "Fold the group",
    group: "Groups",
    command: { do: "collapse", which: "inner" },
    keys: ["Alt+Shift+ArrowUp"],
  },
  {
    name: "Unfold the nearest group",
    group: "Groups",
    command: { do: "expand", which: "nearest" },
    keys: ["Alt+Shift+ArrowDown"],
  },
  {
    name: "Fold the outermost group",
    group: "Groups",
    command: { do: "collapse", which: "outer" },
    keys: [],
  },
  { name: "Fold all groups", group: "Groups", command: { do: "collapse", which: "all" }, keys: [] },
  { name: "Unfold all groups", group: "Groups", command: { do: "expand", which: "all" }, keys: [] },
  { name: "Undo", group: "Undo", command: { do: "undo" }, keys: ["Mod+Z"], isOfPage: true },
  { name: "Redo", group: "Undo", command: { do: "redo" }, keys: ["Mod+Shift+Z", "Ctrl+Y"], isOfPage: true },
  { name: "Search all rows", group: "Find", command: { do: "search" }, keys: ["Mod+F"], isEvent: true },
  { name: "All commands", group: "Find", command: { do: "commands" }, keys: ["Mod+K"], isOfPage: true },
  {
    name: "All keys",
    group: "Find",
    command: { do: "keys" },
    keys: ["Mod+/", "Mod+Shift+/"],
    isOfPage: true,
  },
  { name: "Menu of the cell", group: "Find", command: { do: "menu" }, keys: ["Shift+F10", "ContextMenu"] },
  { name: "Scroll to the cell", group: "Find", command: { do: "reveal" }, keys: ["Mod+Backspace"] },
  {
    name: "Everything",
    group: "Select",
    command: { do: "expand-selection", reach: "all" },
    keys: ["Mod+A", "Mod+Shift+Space"],
  },
  {
    name: "Whole rows",
    group: "Select",
    command: { do: "expand-selection", reach: "rows" },
    keys: ["Shift+Space"],
  },
  {
    name: "Whole fields",
    group: "Select",
    command: { do: "expand-selection", reach: "fields" },
    keys: ["Ctrl+Space"],
  },
  ...moves.map(
    ({ name, step, keys }): ListedCommand => ({
      name: `Extend: ${name.toLowerCase()}`,
      group: "Select",
      command: { do: "extend", step },
      keys: keys.map(withShift),
    }),
  ),
  ...[...moves, ...tabs].map(
    ({ name, step, keys }): ListedCommand => ({ name, group: "Move", command: { do: "move", step }, keys }),
  ),
  { name: "Let Tab leave the grid", group: "Move", command: { do: "escape" }, keys: ["Escape"] },
];

/** Keys while an editor is open. All other keys belong to the editor. */
export const editingList: readonly Pick<ListedCommand, "name" | "command" | "keys">[] = [
  { name: "Keep, and go down", command: { do: "commit", step: "down" }, keys: ["Enter"] },
  { name: "Keep, and go up", command: { do: "commit", step: "up" }, keys: ["Shift+Enter"] },
  { name: "Keep, and go on", command: { do: "commit", step: "next" }, keys: ["Tab"] },
  { name: "Keep, and go back", command: { do: "commit", step: "previous" }, keys: ["Shift+Tab"] },
  { name: "Fill the whole selection", command: { do: "fill-selection" }, keys: ["Mod+Enter"] },
  { name: "Keep, and stay", command: { do: "save" }, keys: ["Mod+S"] },
  { name: "Leave the cell as it was", command: { do: "escape" }, keys: ["Escape"] },
];

/** Additional keys while an editor opened by typing is open, if arrows leave that editor. */
export const typingList: typeof editingList = [
  { name: "Keep, and go that way", command: { do: "commit-and-move", step: "up" }, keys: ["ArrowUp"] },
  { name: "Keep, and go that way", command: { do: "commit-and-move", step: "down" }, keys: ["ArrowDown"] },
  { name: "Keep, and go that way", command: { do: "commit-and-move", step: "left" }, keys: ["ArrowLeft"] },
  { name: "Keep, and go that way", command: { do: "commit-and-move", step: "right" }, keys: ["ArrowRight"] },
  { name: "Go into the text", command: { do: "go-into-text" }, keys: ["F2"] },
];

/** Keys on a group header. Other commands for groups also work there, as do those that do not concern a cell. */
export const groupHeaderList: typeof editingList = [
  { name: "Fold or expand it", command: { do: "toggle-group" }, keys: ["Enter", "Space"] },
  { name: "Fold it, or go to the group around it", command: { do: "leave-group" }, keys: ["ArrowLeft"] },
  { name: "Unfold it, or go into it", command: { do: "enter-group" }, keys: ["ArrowRight"] },
  { name: "Select its rows", command: { do: "expand-selection", reach: "rows" }, keys: ["Shift+Space"] },
];

/** Keys while whole rows or fields are selected, by keyboard or by their numbers and headers. */
export const wholeList: readonly (Pick<ListedCommand, "name" | "command" | "keys"> & {
  readonly reach: WholeReach;
})[] = commandList.flatMap(({ name, command, keysOfWhole = {} }) =>
  wholeReaches.flatMap((reach) => {
    const keys = keysOfWhole[reach];
    return keys ? [{ name, command, keys, reach }] : [];
  }),
);

/** Gestures and keys other than commands, for the shortcut list. */
export const gestures: readonly {
  readonly name: string;
  readonly keys: readonly string[];
  readonly needs?: Action;
}[] = [
  { name: "Replace the value", keys: ["Any character"], needs: "edit-records" },
  { name: "Set a rating", keys: ["0–9"], needs: "edit-records" },
  { name: "Keep what was typed over a value, and go on", keys: ["Any arrow"], needs: "edit-records" },
  { name: "Go into what was typed over a value", keys: ["F2"], needs: "edit-records" },
  { name: "New line in an editor", keys: ["Alt+Enter"], needs: "edit-records" },
  { name: "Extend the selection", keys: ["Shift+Any way to move"] },
  { name: "Select a range", keys: ["Drag"] },
  { name: "Extend it to a cell", keys: ["Shift+Click"] },
  { name: "Add a range", keys: ["Mod+Click"] },
  { name: "Select rows, fields", keys: ["Click on a number, a heading"] },
  { name: "Move rows", keys: ["Drag the handle beside a number"], needs: "edit-records" },
  { name: "Next record, of the open one", keys: ["Mod+Shift+."] },
  { name: "Previous record, of the open one", keys: ["Mod+Shift+,"] },
  { name: "Fill, going on with a series", keys: ["Drag the corner of the selection"], needs: "edit-records" },
  { name: "Fill down beside what is filled", keys: ["Double click on that corner"], needs: "edit-records" },
  { name: "Add files to a cell", keys: ["Drop them on it"], needs: "edit-records" },
];

/** Inserts Shift last: the modifiers' order is Mod, Alt, Shift. */
function withShift(chord: string): string {
  const at = chord.lastIndexOf("+") + 1;
  return `${chord.slice(0, at)}Shift+${chord.slice(at)}`;
}
