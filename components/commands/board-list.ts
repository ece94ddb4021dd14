import { cardCommands } from "./card-commands";
import type { AnyCommand, CardWay } from "./command";
import type { ListedCommand } from "./command-list";

const ways: readonly { readonly name: string; readonly way: CardWay; readonly key: string }[] = [
  { name: "up", way: "up", key: "ArrowUp" },
  { name: "down", way: "down", key: "ArrowDown" },
  { name: "to previous stack", way: "left", key: "ArrowLeft" },
  { name: "to next stack", way: "right", key: "ArrowRight" },
  { name: "to top of stack", way: "top", key: "Home" },
  { name: "to bottom of stack", way: "bottom", key: "End" },
];

/** The commands of a board, beside those of every page. `Records` are the selected cards, or the focused one. */
export const boardList: readonly ListedCommand<AnyCommand>[] = [
  cardCommands.open,
  {
    name: "New record in this stack",
    group: "Records",
    command: { do: "insert", where: "below" },
    keys: ["Shift+Enter"],
    isInCellMenu: true,
  },
  {
    name: "Move records to another stack",
    group: "Records",
    command: { do: "move-to" },
    keys: [],
    isInCellMenu: true,
  },
  cardCommands.carry,
  ...ways.map(
    ({ name, way, key }): ListedCommand<AnyCommand> => ({
      name: `Move records ${name}`,
      group: "Records",
      command: { do: "move-cards", way },
      keys: [`Mod+${key}`],
    }),
  ),
  cardCommands.duplicate,
  cardCommands.delete,
  cardCommands.menu,
  cardCommands.select,
  {
    name: "Extend selection up",
    group: "Select",
    command: { do: "extend", step: "up" },
    keys: ["Shift+ArrowUp"],
  },
  {
    name: "Extend selection down",
    group: "Select",
    command: { do: "extend", step: "down" },
    keys: ["Shift+ArrowDown"],
  },
  cardCommands.escape,
  { name: "Move up one card", group: "Move", command: { do: "move", step: "up" }, keys: ["ArrowUp"] },
  { name: "Move down one card", group: "Move", command: { do: "move", step: "down" }, keys: ["ArrowDown"] },
  {
    name: "Move to previous stack",
    group: "Move",
    command: { do: "move", step: "left" },
    keys: ["ArrowLeft"],
  },
  { name: "Move to next stack", group: "Move", command: { do: "move", step: "right" }, keys: ["ArrowRight"] },
  { name: "Move to first card", group: "Move", command: { do: "move", step: "top" }, keys: ["Home"] },
  { name: "Move to last card", group: "Move", command: { do: "move", step: "bottom" }, keys: ["End"] },
  {
    name: "Move up several cards",
    group: "Move",
    command: { do: "move", step: "page-up" },
    keys: ["PageUp"],
  },
  {
    name: "Move down several cards",
    group: "Move",
    command: { do: "move", step: "page-down" },
    keys: ["PageDown"],
  },
];
