import type { May } from "@/components/rights/rights";
import type { Action } from "@/lib/contract/actions";
import type { Command } from "./command";

/** What a person must be allowed to do for each command; null for those that change nothing for others. */
export const commandNeeds: { readonly [Do in Command["do"]]: Action | null } = {
  move: null,
  extend: null,
  spread: null,
  commit: null,
  "lead-on": null,
  fill: "edit-records",
  insert: "edit-records",
  "move-rows": "edit-records",
  paste: "edit-records",
  fold: null,
  unfold: null,
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
  open: null,
  menu: null,
  commands: null,
  save: "edit-records",
  "open-link": null,
  keys: null,
  search: null,
};

/** Of what lists and menus show, that which a person may do. */
export function offered<Listed extends Offered>(listed: readonly Listed[], may: May): Listed[] {
  return listed.filter(({ command, needs }) => {
    const need = needs ?? (command && commandNeeds[command.do]);
    return !need || may(need);
  });
}

/** What may be listed: a command, or something else that names what it needs. */
export interface Offered {
  readonly command?: Command;
  /** Of what is no command by itself. */
  readonly needs?: Action;
}
