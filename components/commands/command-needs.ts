import type { May, Right } from "@/components/rights/rights";
import type { AnyCommand } from "./command";

/** The right each command requires; null for commands that change nothing for others. */
export const commandNeeds: { readonly [Do in AnyCommand["do"]]: Right | null } = {
  move: null,
  extend: null,
  "expand-selection": null,
  commit: null,
  "commit-and-move": null,
  fill: "update-records",
  insert: "create-records",
  "move-rows": "update-records",
  "move-cards": "update-records",
  "move-to": "update-records",
  carry: "update-records",
  "select-card": null,
  "move-date": "update-records",
  "change-length": "update-records",
  "move-to-day": "update-records",
  "show-today": null,
  "show-scale": null,
  "without-date": null,
  paste: "update-records",
  collapse: null,
  expand: null,
  edit: "update-records",
  "go-into-text": null,
  "toggle-group": null,
  "leave-group": null,
  "enter-group": null,
  clear: "update-records",
  space: null,
  today: "update-records",
  now: "update-records",
  escape: null,
  reveal: null,
  "fill-selection": "update-records",
  continue: "update-records",
  "continue-down": "update-records",
  copy: "copy-cells",
  "copy-as": "copy-cells",
  cut: "update-records",
  undo: "undo",
  redo: "undo",
  delete: "delete-records",
  "delete-fields": "change-structure",
  "hide-fields": null,
  duplicate: "create-records",
  import: "create-records",
  export: "export-records",
  print: "export-records",
  open: null,
  menu: null,
  commands: null,
  save: "update-records",
  "open-link": null,
  keys: null,
  search: null,
  replace: "update-records",
};

/** Filters items down to those a person may use. */
export function offered<Listed extends Offered>(listed: readonly Listed[], may: May): Listed[] {
  return listed.filter(({ command, needs }) => {
    const need = needs ?? (command && commandNeeds[command.do]);
    return !need || may(need);
  });
}

/** An item of a list or menu: a command, or anything else that names the right it requires. */
export interface Offered {
  readonly command?: AnyCommand;
  /** The required right of an item without a command. */
  readonly needs?: Right;
}
