import { counted } from "@/components/tasks/counted";
import type { Action } from "@/lib/contract/changes";

/** The word for records in the current context. */
export type RecordWord = "row" | "record";

/** Describes a change set: "paste of 6 cells", "delete field “Notes”". */
export function actionText({ name, did, what, count, of }: Action, recordWord: RecordWord): string {
  const thing = what === "record" ? recordWord : things[what];
  if (name !== null) return `${name} of ${counted(count, thing)}`;
  const verb = did === "changed" && what === "cell" ? "edit" : verbs[did];
  if (of !== null) return `${verb} ${thing} “${of}”`;
  return `${verb} ${counted(count, thing)}`;
}

const verbs: { readonly [Did in Action["did"]]: string } = {
  created: "add",
  deleted: "delete",
  changed: "change",
  moved: "move",
};

const things: { readonly [What in Exclude<Action["what"], "record">]: string } = {
  cell: "cell",
  field: "field",
  view: "view",
  table: "table",
  base: "database",
};
