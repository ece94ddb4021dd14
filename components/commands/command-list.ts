import { exportFormatNames, exportFormats } from "@/lib/contract/export-formats";
import { type AnyCommand, type Command, type Step, type WholeReach, wholeReaches } from "./command";
import { copyFormatNames, copyFormats } from "./copy-formats";

/** A command with its name and keys. Menus, the command palette and the shortcut list are made of these. */
export interface ListedCommand<Does extends AnyCommand = Command> {
  readonly name: string;
  readonly group: CommandGroup;
  /** The menu that has it, too, by which the palette finds it. */
  readonly detail?: string;
  readonly command: Does;
  /** Keys while a cell is selected. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  /** Keys while whole rows or fields are selected. Otherwise the browser uses these keys to zoom. */
  readonly keysOfWhole?: { readonly [Of in WholeReach]?: readonly string[] };
  /** The browser fires an event of its own for these keys: copy, cut, paste or find. */
  readonly isEvent?: true;
  /** Works wherever the focus is on the page, except in text inputs. */
  readonly isOfPage?: true;
  /**
   * `if-possible` leaves it out of the menu of a cell where it is disabled. `submenu` puts it into one, together with
   * the others of its group.
   */
  readonly isInCellMenu?: true | "if-possible" | "submenu";
}

export const commandGroups = [
  "Edit",
  "Copy and paste",
  "Fill",
  "Records",
  "Fields",
  "Groups",
  "Files",
  "Undo",
  "Find",
  "Move",
  "Select",
] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Moves by name and keys. Shift extends the selection by them, except Tab. */
const moves: readonly { readonly name: string; readonly step: Step; readonly keys: readonly string[] }[] = [
  { name: "up one cell", step: "up", keys: ["ArrowUp"] },
  { name: "down one cell", step: "down", keys: ["ArrowDown"] },
  { name: "left one cell", step: "left", keys: ["ArrowLeft"] },
  { name: "right one cell", step: "right", keys: ["ArrowRight"] },
  { name: "to first row", step: "top", keys: ["Mod+ArrowUp"] },
  { name: "to last row", step: "bottom", keys: ["Mod+ArrowDown"] },
  { name: "to first field", step: "first-field", keys: ["Home", "Mod+ArrowLeft"] },
  { name: "to last field", step: "last-field", keys: ["End", "Mod+ArrowRight"] },
  { name: "to first cell", step: "first-cell", keys: ["Mod+Home"] },
  { name: "to last cell", step: "last-cell", keys: ["Mod+End"] },
  { name: "up one screen", step: "page-up", keys: ["PageUp"] },
  { name: "down one screen", step: "page-down", keys: ["PageDown"] },
  { name: "left one screen", step: "page-left", keys: ["Alt+PageUp"] },
  { name: "right one screen", step: "page-right", keys: ["Alt+PageDown"] },
];

const tabs: typeof moves = [
  { name: "to next cell", step: "next", keys: ["Tab"] },
  { name: "to previous cell", step: "previous", keys: ["Shift+Tab"] },
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
  { name: "Toggle checkbox or open record", group: "Edit", command: { do: "space" }, keys: ["Space"] },
  { name: "Save", group: "Edit", command: { do: "save" }, keys: ["Mod+S"], isOfPage: true },
  { name: "Insert today's date", group: "Edit", command: { do: "today" }, keys: ["Mod+;"] },
  { name: "Insert current date and time", group: "Edit", command: { do: "now" }, keys: ["Mod+Shift+;"] },
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
  ...copyFormatNames.map(
    (format): ListedCommand => ({
      name: copyFormats[format],
      group: "Copy and paste",
      command: { do: "copy-as", format },
      keys: [],
      isInCellMenu: "submenu",
    }),
  ),
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
    name: "Fill right",
    group: "Fill",
    command: { do: "fill", along: "columns" },
    keys: ["Mod+R"],
    isInCellMenu: true,
  },
  { name: "Fill selection", group: "Fill", command: { do: "fill-selection" }, keys: ["Mod+Enter"] },
  { name: "Continue series", group: "Fill", command: { do: "continue" }, keys: [], isInCellMenu: true },
  {
    name: "Continue series down to match adjacent column",
    group: "Fill",
    command: { do: "continue-down" },
    keys: [],
  },
  { name: "Open record", group: "Records", command: { do: "open" }, keys: [], isInCellMenu: true },
  {
    name: "Open link",
    group: "Records",
    command: { do: "open-link" },
    keys: ["Alt+Enter"],
    isInCellMenu: "if-possible",
  },
  {
    name: "Insert record above",
    group: "Records",
    command: { do: "insert", where: "above" },
    keys: ["Mod+Alt+="],
    keysOfWhole: { rows: ["Mod+Shift+="] },
    isInCellMenu: true,
  },
  {
    name: "Insert record below",
    group: "Records",
    command: { do: "insert", where: "below" },
    keys: ["Shift+Enter"],
    isInCellMenu: true,
  },
  {
    name: "Move records up",
    group: "Records",
    command: { do: "move-rows", way: "up" },
    keys: ["Mod+Alt+ArrowUp"],
    isInCellMenu: true,
  },
  {
    name: "Move records down",
    group: "Records",
    command: { do: "move-rows", way: "down" },
    keys: ["Mod+Alt+ArrowDown"],
    isInCellMenu: true,
  },
  {
    name: "Duplicate records",
    group: "Records",
    command: { do: "duplicate" },
    keys: ["Mod+Shift+D"],
    isInCellMenu: true,
  },
  {
    name: "Delete records",
    group: "Records",
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
    name: "Collapse group",
    group: "Groups",
    command: { do: "collapse", which: "inner" },
    keys: ["Alt+Shift+ArrowUp"],
  },
  {
    name: "Expand nearest group",
    group: "Groups",
    command: { do: "expand", which: "nearest" },
    keys: ["Alt+Shift+ArrowDown"],
  },
  {
    name: "Collapse outermost group",
    group: "Groups",
    command: { do: "collapse", which: "outer" },
    keys: [],
  },
  { name: "Collapse all groups", group: "Groups", command: { do: "collapse", which: "all" }, keys: [] },
  { name: "Expand all groups", group: "Groups", command: { do: "expand", which: "all" }, keys: [] },
  { name: "Import a file", group: "Files", command: { do: "import" }, keys: [] },
  ...exportFormatNames.map(
    (format): ListedCommand => ({
      name: `Export as ${exportFormats[format].label}`,
      group: "Files",
      command: { do: "export", format },
      keys: [],
    }),
  ),
  { name: "Print", group: "Files", command: { do: "print" }, keys: ["Mod+P"], isOfPage: true },
  { name: "Undo", group: "Undo", command: { do: "undo" }, keys: ["Mod+Z"], isOfPage: true },
  { name: "Redo", group: "Undo", command: { do: "redo" }, keys: ["Mod+Shift+Z", "Ctrl+Y"], isOfPage: true },
  { name: "Search all records", group: "Find", command: { do: "search" }, keys: ["Mod+F"], isEvent: true },
  {
    name: "Find and replace",
    group: "Find",
    command: { do: "replace" },
    keys: ["Mod+Shift+H", "Ctrl+H"],
    isOfPage: true,
  },
  { name: "Show all commands", group: "Find", command: { do: "commands" }, keys: ["Mod+K"], isOfPage: true },
  {
    name: "Show keyboard shortcuts",
    group: "Find",
    detail: "Help",
    command: { do: "keys" },
    keys: ["Mod+/", "Mod+Shift+/"],
    isOfPage: true,
  },
  { name: "Open cell menu", group: "Find", command: { do: "menu" }, keys: ["Shift+F10", "ContextMenu"] },
  { name: "Scroll to active cell", group: "Find", command: { do: "reveal" }, keys: ["Mod+Backspace"] },
  {
    name: "Select all",
    group: "Select",
    command: { do: "expand-selection", reach: "all" },
    keys: ["Mod+A", "Mod+Shift+Space"],
  },
  {
    name: "Select entire records",
    group: "Select",
    command: { do: "expand-selection", reach: "rows" },
    keys: ["Shift+Space"],
  },
  {
    name: "Select entire fields",
    group: "Select",
    command: { do: "expand-selection", reach: "fields" },
    keys: ["Ctrl+Space"],
  },
  ...moves.map(
    ({ name, step, keys }): ListedCommand => ({
      name: `Extend selection ${name}`,
      group: "Select",
      command: { do: "extend", step },
      keys: keys.map(withShift),
    }),
  ),
  ...[...moves, ...tabs].map(
    ({ name, step, keys }): ListedCommand => ({
      name: `Move ${name}`,
      group: "Move",
      command: { do: "move", step },
      keys,
    }),
  ),
  { name: "Exit grid with Tab", group: "Move", command: { do: "escape" }, keys: ["Escape"] },
];

/** Keys while an editor is open. All other keys belong to the editor. */
export const editingList: readonly Pick<ListedCommand, "name" | "command" | "keys">[] = [
  { name: "Save and move down", command: { do: "commit", step: "down" }, keys: ["Enter"] },
  { name: "Save and move up", command: { do: "commit", step: "up" }, keys: ["Shift+Enter"] },
  { name: "Save and move right", command: { do: "commit", step: "next" }, keys: ["Tab"] },
  { name: "Save and move left", command: { do: "commit", step: "previous" }, keys: ["Shift+Tab"] },
  { name: "Fill selection", command: { do: "fill-selection" }, keys: ["Mod+Enter"] },
  { name: "Save and stay", command: { do: "save" }, keys: ["Mod+S"] },
  { name: "Save and print", command: { do: "print" }, keys: ["Mod+P"] },
  { name: "Cancel editing", command: { do: "escape" }, keys: ["Escape"] },
];

/** Additional keys while an editor opened by typing is open, if arrows leave that editor. */
export const typingList: typeof editingList = [
  { name: "Save and move up", command: { do: "commit-and-move", step: "up" }, keys: ["ArrowUp"] },
  { name: "Save and move down", command: { do: "commit-and-move", step: "down" }, keys: ["ArrowDown"] },
  { name: "Save and move left", command: { do: "commit-and-move", step: "left" }, keys: ["ArrowLeft"] },
  { name: "Save and move right", command: { do: "commit-and-move", step: "right" }, keys: ["ArrowRight"] },
  { name: "Move caret into text", command: { do: "go-into-text" }, keys: ["F2"] },
];

/** Keys on a group header. Other commands for groups also work there, as do those that do not concern a cell. */
export const groupHeaderList: typeof editingList = [
  { name: "Collapse or expand", command: { do: "toggle-group" }, keys: ["Enter", "Space"] },
  { name: "Collapse, or go to outer group", command: { do: "leave-group" }, keys: ["ArrowLeft"] },
  { name: "Expand, or go to first line", command: { do: "enter-group" }, keys: ["ArrowRight"] },
  { name: "Select its records", command: { do: "expand-selection", reach: "rows" }, keys: ["Shift+Space"] },
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

/** Inserts Shift last: the modifiers' order is Mod, Alt, Shift. */
function withShift(chord: string): string {
  const at = chord.lastIndexOf("+") + 1;
  return `${chord.slice(0, at)}Shift+${chord.slice(at)}`;
}
