import type { AnyCommand } from "./command";
import type { ListedCommand } from "./command-list";

/** The commands that several views of cards have. `Records` are the selected cards, or the focused one. */
export const cardCommands = {
  open: {
    name: "Open record",
    group: "Records",
    command: { do: "open" },
    keys: ["Enter"],
    isInCellMenu: true,
  },
  carry: {
    name: "Pick up or drop records",
    group: "Records",
    command: { do: "carry" },
    keys: ["Space"],
  },
  duplicate: {
    name: "Duplicate records",
    group: "Records",
    command: { do: "duplicate" },
    keys: ["Mod+Shift+D"],
    isInCellMenu: true,
  },
  delete: {
    name: "Delete records",
    group: "Records",
    command: { do: "delete" },
    keys: ["Delete", "Mod+Alt+-"],
    isInCellMenu: true,
  },
  menu: {
    name: "Open card menu",
    group: "Find",
    command: { do: "menu" },
    keys: ["Shift+F10", "ContextMenu"],
  },
  select: {
    name: "Select or deselect card",
    group: "Select",
    command: { do: "select-card" },
    keys: ["Mod+Space"],
  },
  escape: {
    name: "Clear selection, or put records back",
    group: "Select",
    command: { do: "escape" },
    keys: ["Escape"],
  },
} satisfies { readonly [name: string]: ListedCommand<AnyCommand> };
