/** Actions that a person's rights allow or forbid. Pages check these names before they offer a command. */
export const actions = [
  /** Write, move, delete and restore records, and upload files. */
  "edit-records",
  /** Undo and redo one's own changes. */
  "undo",
  /** Save a view's settings for everybody; create, rename, move and delete views. */
  "change-views",
  /** Create, change, delete and restore tables and fields; rename, delete and restore databases. */
  "change-structure",
  "create-databases",
  "manage-keys",
] as const;
export type Action = (typeof actions)[number];
