import type { Message } from "@/components/tasks/messages";
import type { May, Right } from "./rights";

/** The message for an action that the person may not do. */
export function refusalOf(action: Right, may: May): Message {
  // Without a right to edit anything, that is the reason, not a rule.
  const reason = narrowed.has(action) && !may("edit-records") ? "edit-records" : action;
  return { title: refusals[reason] ?? "You are not allowed to do this." };
}

/** The actions that rules may refuse to people who edit other tables. */
const narrowed: ReadonlySet<Right> = new Set(["create-records", "update-records", "delete-records"]);

/** The message for a field whose values the person may not change. */
export function lockedField({ name }: { readonly name: string }): Message {
  return {
    title: `You can't edit “${name}”.`,
    detail: "The owners of this database have restricted this field.",
  };
}

const refusals: { readonly [Name in Right]?: string } = {
  "edit-records": "You can view this table but not edit it.",
  "create-records": "You can't add records to this table.",
  "update-records": "You can't change the records of this table.",
  "delete-records": "You can't delete records of this table.",
  undo: "You can view this table but not edit it.",
  "copy-cells": "This shared view can't be copied.",
  "export-records": "This shared view can't be exported or printed.",
  "add-options": "You can't add options to the fields of this table.",
  "change-views": "You can't save views of this table.",
  "change-structure": "You can't change the fields of this table.",
  "create-databases": "You can't create databases.",
  "manage-keys": "You can't manage API keys.",
};
