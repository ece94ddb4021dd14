/** A way that the cursor goes: to a cell beside, by a page, or to an end of the grid. */
export type Step =
  | "up"
  | "down"
  | "left"
  | "right"
  | "page-up"
  | "page-down"
  | "page-left"
  | "page-right"
  | "top"
  | "bottom"
  | "first-field"
  | "last-field"
  | "first-cell"
  | "last-cell"
  | "next"
  | "previous";

/** Whether a range is the box between its corners, or the whole rows or fields that lie between them. */
export type Reach = "cells" | "rows" | "fields" | "all";

/** Selected by the numbers of rows or the headings of fields, or by the keys that do the same. */
export const wholeReaches = ["rows", "fields"] as const;
export type WholeReach = (typeof wholeReaches)[number];

/** Which groups are to be folded. */
export type Folding = "inner" | "outer" | "all";
/** Which are to be unfolded. */
export type Unfolding = "nearest" | "all";

/** What a person asks of the grid, by a key, a menu or the list of commands. */
export type Command =
  | { readonly do: "move"; readonly step: Step }
  | { readonly do: "extend"; readonly step: Step }
  | { readonly do: "spread"; readonly reach: Exclude<Reach, "cells"> }
  /** Ends the edit and keeps what was typed; then goes a step on, if one is named. */
  | { readonly do: "commit"; readonly step?: Step }
  /** The same, to the very next cell that way, wherever Tab has led on from. */
  | { readonly do: "lead-on"; readonly step: Step }
  | { readonly do: "fill"; readonly along: "rows" | "columns" }
  | { readonly do: "insert"; readonly where: "above" | "below" }
  | { readonly do: "move-rows"; readonly way: "up" | "down" }
  | { readonly do: "paste"; readonly as: "table" | "text" }
  | { readonly do: "fold"; readonly which: Folding }
  | { readonly do: "unfold"; readonly which: Unfolding }
  | { readonly do: SimpleCommand };

type SimpleCommand =
  | "edit"
  | "go-into-text"
  | "toggle-group"
  | "leave-group"
  | "enter-group"
  | "clear"
  | "space"
  | "today"
  | "now"
  | "escape"
  | "reveal"
  | "fill-selection"
  | "continue"
  | "continue-down"
  | "copy"
  | "cut"
  | "undo"
  | "redo"
  /** The selected rows, or fields that are selected as a whole. */
  | "delete"
  | "delete-fields"
  | "hide-fields"
  | "duplicate"
  | "open"
  | "menu"
  | "commands"
  | "save"
  | "open-link"
  | "keys"
  | "search";
