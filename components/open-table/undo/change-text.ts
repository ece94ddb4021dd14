import { counted } from "@/components/tasks/counted";
import type { ChangeSummary } from "@/lib/contract/changes";

/** Describes a change set: "paste of 6 cells", "delete field “Notes”". */
export function changeText({ name, did, what, count, of }: ChangeSummary): string {
  const thing = things[what];
  if (name !== null) return `${name} of ${counted(count, thing)}`;
  const verb = did === "changed" && what === "cell" ? "edit" : verbs[did];
  if (of !== null) return `${verb} ${thing} “${of}”`;
  return `${verb} ${counted(count, thing)}`;
}

const verbs: { readonly [Did in ChangeSummary["did"]]: string } = {
  created: "add",
  deleted: "delete",
  changed: "change",
  moved: "move",
};

const things: { readonly [What in ChangeSummary["what"]]: string } = {
  cell: "cell",
  record: "record",
  field: "field",
  view: "view",
  table: "table",
  base: "database",
};
