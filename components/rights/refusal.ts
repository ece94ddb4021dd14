import type { Message } from "@/components/tasks/messages";
import type { Action } from "@/lib/contract/actions";

/** The message for an action that the person may not do. */
export function refusalOf(action: Action): Message {
  return { title: refusals[action] ?? "You are not allowed to do this." };
}

const refusals: { readonly [Name in Action]?: string } = {
  "edit-records": "You can view this table but not edit it.",
  undo: "You can view this table but not edit it.",
  "add-options": "You can't add options to the fields of this table.",
  "change-views": "You can't save views of this table.",
  "change-structure": "You can't change the fields of this table.",
  "create-databases": "You can't create databases.",
  "manage-keys": "You can't manage API keys.",
};
