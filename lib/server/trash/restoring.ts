import type { Action } from "../../contract/actions";
import type { TrashKind } from "../../contract/trash";

/** The action that restoring a thing takes: the same as creating it. */
export const restoring: { readonly [Kind in TrashKind]: Action } = {
  record: "edit-records",
  view: "change-views",
  field: "change-structure",
  table: "change-structure",
  base: "manage-database",
};
