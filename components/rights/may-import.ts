import { useCallback } from "react";
import type { ImportTarget } from "@/components/tasks/import-requests";
import type { Action } from "@/lib/contract/actions";
import { useRightsIn } from "./rights";

/** Returns a test for whether the person may import files into a target. */
export function useMayImport(): (target: ImportTarget) => boolean {
  const rightsIn = useRightsIn();
  return useCallback(
    (target) => needs[target.is].every(rightsIn(target.is === "table" ? target.tableId : undefined)),
    [rightsIn],
  );
}

const needs: { readonly [Is in ImportTarget["is"]]: readonly Action[] } = {
  "new-database": ["create-databases", "edit-records"],
  "new-table": ["change-structure", "edit-records"],
  table: ["create-records"],
};
