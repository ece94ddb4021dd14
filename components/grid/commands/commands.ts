import type { Cell } from "@/components/cells/cell";
import { cellIdOf } from "@/components/cells/cell";
import { editorOf, firstDraft, isReadOnly, typedInto } from "@/components/cells/editors";
import { linkOf, openLink } from "@/components/cells/open-link";
import { viewPictures } from "@/components/cells/views/shown-pictures";
import { discardFailure, isDraftChanged, writeDraft } from "@/components/cells/write-draft";
import type { Command } from "@/components/commands/command";
import { commandNeeds } from "@/components/commands/command-needs";
import { notifyCounting } from "@/components/open-table/notify-counting";
import { openRecord } from "@/components/open-table/open-record";
import { pageVerbs } from "@/components/open-table/page-commands";
import { refusalOf } from "@/components/rights/refusal";
import type { Right } from "@/components/rights/rights";
import { withPart } from "@/components/ui/with-part";
import type { Attachment } from "@/lib/contract/attachments";
import { isDerived } from "@/lib/field-types";
import { copy, cut } from "../clipboard/copy-commands";
import { setCut } from "../clipboard/cut";
import type { Cursor, Pointing } from "../cursor/cursor";
import * as cursors from "../cursor/cursor";
import { disjoint } from "../cursor/selection";
import type { Position } from "../cursor/steps";
import { activeCell, type GridState, reachesUncounted, selectedAreas, selectedFields } from "../grid-state";
import { whyFixed } from "../rows/why-fixed";
import { collapseGroups, enterGroup, expandGroups, leaveGroup, toggleActiveGroup } from "./collapse-commands";
import { closedAtRecord, commit, editedCell } from "./commit";
import { deferred, runDeferred } from "./deferred";
import { type DeferredName, isDeferred } from "./deferred-names";
import { deleteFields, hideFields } from "./field-commands";
import { notifyReadOnly } from "./notify-read-only";

/** Runs a command; false leaves the key to the browser. */
export function run(command: Command, grid: GridState): boolean {
  if (refuses(command, grid)) return true;
  if (awaitsCount(command, grid)) {
    notifyCounting(grid);
    return true;
  }
  const { do: name } = command;
  if (isDeferred(name)) {
    runDeferred(name, command, grid);
    return true;
  }
  const verb = verbs[name] as (command: Command, grid: GridState) => unknown;
  return verb(command, grid) !== false;
}

/** Refuses a command that the person may not run, with a message. Returns false for permitted ones. */
export function refuses(command: Command, grid: GridState): boolean {
  const need = needOf(command, grid);
  if (!need || grid.services.may(need)) return false;
  grid.services.notify(refusalOf(need, grid.services.may));
  return true;
}

function needOf(command: Command, grid: GridState): Right | null {
  if (command.do === "delete" && meansFields(grid)) return commandNeeds["delete-fields"];
  const cell = command.do === "edit" ? activeCell(grid) : undefined;
  // It only shows how the field is computed, which visitors of a shared link do not see.
  return cell && isDerived(cell.column.field) && grid.services.may("read") ? null : commandNeeds[command.do];
}

/** True if a command applies to rows that are not counted yet. */
export function awaitsCount(command: Command, grid: GridState): boolean {
  return isForSelection(command, grid) && reachesUncounted(grid);
}

/** The reason a command is disabled at the moment; undefined if it is not. */
export function whyOff(command: Command, grid: GridState): string | undefined {
  if (command.do === "move-rows") return whyFixed(grid.services);
  if (command.do === "delete" && meansFields(grid)) return "Fields are selected";
  return command.do === "open-link" && linkOf(activeCell(grid)) === undefined ? "No link" : undefined;
}

/** Handles text typed at the active cell. */
export function startTyping(text: string, grid: GridState): void {
  const cell = activeCell(grid);
  if (!cell) return;
  if (isReadOnly(cell.column)) return void notifyReadOnly([cell.column], grid);
  const doing = typedInto(cell.column, text, cell.value);
  if (doing === "nothing") return;
  const isTyped = editorOf(cell.column).arrowsCommit === true;
  if ("open" in doing) openEditor(cell, { draft: doing.open, isTyped }, grid);
  else writeDraft(cell, { draft: doing.commit }, grid);
}

/** True if an open editor's draft differs from the value it was opened on. */
export function hasUnwritten(cursor: Cursor, columns: GridState["columns"]): boolean {
  if (cursor.state !== "editing") return false;
  const column = columns.find(({ field }) => field.id === cursor.fieldId);
  return !column || isDraftChanged(column, cursor);
}

/** Selects a cell, after saving an open editor. */
export function selectCell(position: Position, grid: GridState): void {
  pointAt({ position, reach: "cells", how: "select" }, grid);
}

/** Selects with a pointer, after saving an open editor. */
export function pointAt(pointing: Pointing, grid: GridState): void {
  grid.setCursor(cursors.point(commit(grid), pointing, grid.bounds));
}

function isForSelection(command: Command, grid: GridState): boolean {
  const { cursor, columns } = grid;
  if (command.do === "delete" && meansFields(grid)) return false;
  if (command.do !== "edit" && command.do !== "space") return forSelection.has(command.do);
  const column = columns[cursors.activeOf(cursor).column];
  return column !== undefined && editorOf(column).toggled !== undefined;
}

/** True if whole fields are selected rather than rows. */
function meansFields(grid: GridState): boolean {
  return selectedFields(grid).length > 0;
}

const forSelection: ReadonlySet<Command["do"]> = new Set([
  "clear",
  "fill-selection",
  "fill",
  "continue",
  "continue-down",
  "copy",
  "copy-as",
  "cut",
  "paste",
  "insert",
  "move-rows",
  "delete",
  "duplicate",
]);

/** Handlers return false if there is nothing to do, which leaves the key to the browser. */
const verbs: {
  [Name in Exclude<Command["do"], DeferredName>]: (
    command: Extract<Command, { do: Name }>,
    grid: GridState,
  ) => unknown;
} = {
  ...pageVerbs,
  move({ step }, grid) {
    if (cursors.leavesGrid(grid.cursor, step, grid.bounds)) return false;
    grid.setCursor(cursors.move(grid.cursor, step, grid.bounds));
  },
  extend({ step }, grid) {
    grid.setCursor(cursors.extend(grid.cursor, step, grid.bounds));
  },
  "expand-selection"({ reach }, grid) {
    grid.setCursor(cursors.expandSelection(grid.cursor, reach, grid.bounds));
  },
  edit(_, grid) {
    const cell = activeCell(grid);
    if (!cell) return;
    if (isDerived(cell.column.field)) return void grid.services.explainField(cell.column.field);
    if (isReadOnly(cell.column)) return void notifyReadOnly([cell.column], grid);
    const draft = cell.failure?.draft ?? firstDraft(cell.column, cell.value);
    if (editorOf(cell.column).Editor) openEditor(cell, { draft }, grid);
    else toggle(cell, grid);
  },
  space(_, grid) {
    const cell = activeCell(grid);
    if (!cell) return;
    if (!editorOf(cell.column).toggled) openRecord(cell.recordId);
    else if (isReadOnly(cell.column)) notifyReadOnly([cell.column], grid);
    else toggle(cell, grid);
  },
  open(_, grid) {
    const cell = activeCell(grid);
    if (cell) openRecord(cell.recordId);
  },
  "open-link"(_, grid) {
    const cell = activeCell(grid);
    const link = linkOf(cell);
    if (!cell || link === undefined) return false;
    const files = cell.column.fieldType.storage === "files" ? (cell.value as readonly Attachment[]) : [];
    if (!viewPictures(files, files[0])) openLink(link);
  },
  save(command, grid) {
    commit(grid);
    pageVerbs.save(command, grid);
  },
  print(command, grid) {
    commit(grid);
    pageVerbs.print(command, grid);
  },
  today(_, grid) {
    writeText(grid, (cell) => editorOf(cell.column).today?.(new Date(), cell.column));
  },
  now(_, grid) {
    writeText(grid, (cell) => editorOf(cell.column).now?.(new Date()));
  },
  escape(_, grid) {
    setCut(null);
    const cell = editedCell(grid);
    if (cell) discardFailure(cell, grid);
    grid.setCursor(cursors.cancel(closedAtRecord(grid)));
  },
  reveal(_, grid) {
    grid.setCursor({ ...grid.cursor });
  },
  commit({ step }, grid) {
    const isLeaving = step !== undefined && cursors.leavesGrid(grid.cursor, step, grid.bounds);
    const closed = commit(grid);
    if (step && !isLeaving) grid.setCursor(cursors.moveAfterCommit(closed, step, grid.bounds));
    return !isLeaving;
  },
  "commit-and-move"({ step }, grid) {
    grid.setCursor(cursors.move(commit(grid), step, grid.bounds));
  },
  "go-into-text"(_, grid) {
    grid.setCursor(cursors.moveCaretIntoText(grid.cursor));
  },
  "delete-fields"(_, grid) {
    deleteFields(grid);
  },
  copy(_, grid) {
    copy(grid);
  },
  "copy-as"({ format }, grid) {
    copy(grid, { format });
  },
  cut(_, grid) {
    cut(grid);
  },
  "hide-fields"(_, grid) {
    hideFields(grid);
  },
  collapse({ which }, grid) {
    return collapseGroups(which, grid);
  },
  expand({ which }, grid) {
    return expandGroups(which, grid);
  },
  "toggle-group"(_, grid) {
    return toggleActiveGroup(grid);
  },
  "leave-group"(_, grid) {
    return leaveGroup(grid);
  },
  "enter-group"(_, grid) {
    return enterGroup(grid);
  },
  menu(_, grid) {
    if (grid.cursor.state === "group-header") return false;
    grid.services.show({ is: "menu", at: "cell" });
  },
};

function openEditor(cell: Cell, initial: { draft: string; isTyped?: boolean }, grid: GridState): void {
  const opened = grid.store.open(cellIdOf(cell), cell.value);
  grid.setCursor(cursors.edit(grid.cursor, { ...cellIdOf(cell), ...initial, opened }));
}

/** Sets all selected checkboxes to the toggled value of the active one. */
function toggle(cell: Cell, grid: GridState): void {
  const value = editorOf(cell.column).toggled?.(cell.value);
  if (value === undefined) return;
  const fillings = disjoint(selectedAreas(grid)).map((area) => ({
    area,
    valueAt: (_: number, index: number) => {
      const column = grid.columns[index];
      return column && editorOf(column).toggled ? { value, draft: "" } : undefined;
    },
  }));
  withPart(deferred, ({ writeCells }) => void writeCells(grid, { label: "Changing", fillings }));
}

function writeText(grid: GridState, textOf: (cell: Cell) => string | undefined): void {
  const cell = activeCell(grid);
  const draft = cell && textOf(cell);
  if (cell && draft !== undefined) writeDraft(cell, { draft }, grid);
}
