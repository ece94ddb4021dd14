import { cardCommands } from "./card-commands";
import type { AnyCommand, CardWay, Step } from "./command";
import type { ListedCommand } from "./command-list";

const ways: readonly { readonly name: string; readonly way: CardWay; readonly key: string }[] = [
  { name: "back", way: "left", key: "ArrowLeft" },
  { name: "forward", way: "right", key: "ArrowRight" },
  { name: "up one row", way: "up", key: "ArrowUp" },
  { name: "down one row", way: "down", key: "ArrowDown" },
];

/** Moves by name and keys. Shift extends the selection by them. */
const moves: readonly { readonly name: string; readonly step: Step; readonly key: string }[] = [
  { name: "to previous card", step: "left", key: "ArrowLeft" },
  { name: "to next card", step: "right", key: "ArrowRight" },
  { name: "up one row", step: "up", key: "ArrowUp" },
  { name: "down one row", step: "down", key: "ArrowDown" },
  { name: "to start of row", step: "first-field", key: "Home" },
  { name: "to end of row", step: "last-field", key: "End" },
  { name: "to first card", step: "first-cell", key: "Mod+Home" },
  { name: "to last card", step: "last-cell", key: "Mod+End" },
  { name: "up one screen", step: "page-up", key: "PageUp" },
  { name: "down one screen", step: "page-down", key: "PageDown" },
];

/** The commands of a gallery, beside those of every page. `Records` are the selected cards, or the focused one. */
export const galleryList: readonly ListedCommand<AnyCommand>[] = [
  cardCommands.open,
  {
    name: "New record",
    group: "Records",
    command: { do: "insert", where: "below" },
    keys: ["Shift+Enter"],
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
  cardCommands.escape,
  ...moves.map(
    ({ name, step, key }): ListedCommand<AnyCommand> => ({
      name: `Extend selection ${name}`,
      group: "Select",
      command: { do: "extend", step },
      keys: [key.startsWith("Mod+") ? key.replace("Mod+", "Mod+Shift+") : `Shift+${key}`],
    }),
  ),
  ...moves.map(
    ({ name, step, key }): ListedCommand<AnyCommand> => ({
      name: `Move ${name}`,
      group: "Move",
      command: { do: "move", step },
      keys: [key],
    }),
  ),
];
