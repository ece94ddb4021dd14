import type { ImportTarget } from "@/components/tasks/import-requests";
import type { Action } from "@/lib/contract/actions";
import type { May } from "./rights";

/** Tests whether a person may import files into the target. */
export function mayImport(may: May, target: ImportTarget["is"]): boolean {
  return needs[target].every(may);
}

const needs: { readonly [Is in ImportTarget["is"]]: readonly Action[] } = {
  "new-database": ["create-databases", "edit-records"],
  "new-table": ["change-structure", "edit-records"],
  table: ["create-records"],
};
