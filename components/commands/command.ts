import type { ExportFormat } from "@/lib/contract/export-formats";
import type { ConfigOf } from "@/lib/contract/views";
import type { CopyFormat } from "./copy-formats";

/** A move of the cursor: to an adjacent cell, by a page, or to an edge of the grid. */
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

/** The extent of a range: the cells between its corners, or the whole rows or fields between them. */
export type Reach = "cells" | "rows" | "fields" | "all";

/** Ranges selected by row numbers, field headers or the corresponding keys. */
export const wholeReaches = ["rows", "fields"] as const;
export type WholeReach = (typeof wholeReaches)[number];

/** The groups to collapse. */
export type GroupsToCollapse = "inner" | "outer" | "all";
/** The groups to expand. */
export type GroupsToExpand = "nearest" | "all";

/** The ways in which a command moves cards: on a board, left and right are other stacks. */
export type CardWay = "up" | "down" | "left" | "right" | "top" | "bottom";

/** A request to a view of cards that the grid does not have. */
export type CardCommand =
  | { readonly do: "move-cards"; readonly way: CardWay }
  /** Picks cards up, or drops them. */
  | { readonly do: "carry" }
  /** Asks for the stack to move cards to. */
  | { readonly do: "move-to" }
  | { readonly do: "select-card" };

/** The ways in which a command moves a record on a calendar: by a day, or by a week or some minutes. */
export type DateWay = "up" | "down" | "left" | "right";

/** A request to a calendar that other views do not have. */
export type CalendarCommand =
  | { readonly do: "move-date"; readonly way: DateWay }
  /** Makes a record longer or shorter. */
  | { readonly do: "change-length"; readonly way: DateWay }
  /** Asks for the day to move a record to. */
  | { readonly do: "move-to-day" }
  | { readonly do: "show-today" }
  | { readonly do: "show-scale"; readonly scale: ConfigOf<"calendar">["scale"] }
  /** Opens or closes the list of records without a date. */
  | { readonly do: "without-date" };

/** A request to a view of any type. */
export type AnyCommand = Command | CardCommand | CalendarCommand;

/** A request to the grid, by a key, a menu or the command palette. */
export type Command =
  | { readonly do: "move"; readonly step: Step }
  | { readonly do: "extend"; readonly step: Step }
  | { readonly do: "expand-selection"; readonly reach: Exclude<Reach, "cells"> }
  /** Saves the edit and closes the editor; then moves, if a step is given. */
  | { readonly do: "commit"; readonly step?: Step }
  /** Saves the edit and moves to the adjacent cell, regardless of where a run of Tab started. */
  | { readonly do: "commit-and-move"; readonly step: Step }
  | { readonly do: "fill"; readonly along: "rows" | "columns" }
  | { readonly do: "insert"; readonly where: "above" | "below" }
  | { readonly do: "move-rows"; readonly way: "up" | "down" }
  | { readonly do: "copy-as"; readonly format: CopyFormat }
  | { readonly do: "paste"; readonly as: "table" | "text" }
  | { readonly do: "collapse"; readonly which: GroupsToCollapse }
  | { readonly do: "expand"; readonly which: GroupsToExpand }
  /** Downloads the open view as a file. */
  | { readonly do: "export"; readonly format: ExportFormat }
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
  /** Deletes the selected rows, or the fields selected as a whole. */
  | "delete"
  | "delete-fields"
  | "hide-fields"
  /** Imports a file into the open table. */
  | "import"
  /** Prints the open view. */
  | "print"
  | "duplicate"
  | "open"
  | "menu"
  | "commands"
  | "save"
  | "open-link"
  | "keys"
  | "search"
  /** Opens the dialog to find and replace text. */
  | "replace";
