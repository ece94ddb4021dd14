import type { May } from "@/components/rights/rights";
import type { Action } from "@/lib/contract/actions";
import type { Command } from "./command";

/** The right each command requires; null for commands that change nothing for others. */
export const commandNeeds: { readonly [Do in Command["do"]]: Action | null } = {
  move: null,
  extend: null,
  "expand-selection": null,
  commit: null,
  "commit-and-move": null,
  fill: "edit-records",
  insert: "edit-records",
  "move-rows": "edit-records",
  paste: "edit-records",
  collapse: null,
  expand: null,
  edit: "edit-records",
  "go-into-text": null,
  "toggle-group": null,
  "leave-group": null,
  "enter-group": null,
  clear: "edit-records",
  space: null,
  today: "edit-records",
  now: "edit-records",
  escape: null,
  reveal: null,
  "fill-selection": "edit-records",
  continue: "edit-records",
  "continue-down": "edit-records",
  copy: null,
  cut: "edit-records",
  undo: "undo",
  redo: "undo",
  delete: "edit-records",
  "delete-fields": "change-structure",
  "hide-fields": null,
  duplicate: "edit-records",
  import: "edit-records",
  export: null,
  open: null,
  menu: null,
  commands: null,
  save: "edit-records",
  "open-link": null,
  keys: null,
  search: null,
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
  readonly command?: Command;
  /** The required right of an item without a command. */
  readonly needs?: Action;
}
