import type { AnyCommand, CardWay, Step } from "@/components/commands/command";
import { openRecord } from "@/components/open-table/open-record";
import { pageVerbs } from "@/components/open-table/page-commands";
import { runVerb } from "@/components/open-table/run-verb";
import { toggledIn } from "@/components/record-card/acted-records";
import { selectedText } from "@/components/record-card/announcements";
import type { ActedCards } from "@/components/record-card/change-cards";
import { carryOn, moveAtOnce, pickUpOrDrop, putBack } from "@/components/record-card/moves/carry-cards";
import { recordAt } from "@/components/record-card/rows/segments";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { BoardState } from "../board-state";
import { type BoardPlace, type BoardStep, stepFrom } from "../moves/board-steps";
import { actedRecords, focusedRecord } from "./acted-records";
import { carryingOn } from "./move-cards";

/** Deletes and copies, whose script is loaded with the first of them, or before, when the page is idle. */
const changes = loadable(() => import("@/components/record-card/change-cards"));

/** Runs a command on a board. Returns false for others, which leaves the key to the browser. */
export function runOnBoard(command: AnyCommand, board: BoardState): boolean {
  return runVerb(verbs, command, board);
}

export function isForBoard(command: AnyCommand): boolean {
  return Object.hasOwn(verbs, command.do);
}

/** Handlers return false if there is nothing to do, which leaves the key to the browser. */
const verbs = {
  ...pageVerbs,
  move({ step }: { readonly step: Step }, board: BoardState) {
    const { carried, focus, shapes } = board;
    if (!isBoardStep(step)) return false;
    if (carried) {
      const way = carriedWays[step];
      if (way) carryOn(way, carryingOn(board));
    } else if (focus) goTo(stepFrom(shapes, focus, step), board);
  },
  extend({ step }: { readonly step: Step }, board: BoardState) {
    const { focus, shapes, selected } = board;
    const from = focusedRecord(board);
    if (!focus || !from || !isBoardStep(step)) return;
    const to = stepFrom(shapes, focus, step);
    const record = recordIn(to, board);
    if (!record) return;
    // Going back over a selected card deselects the one that is left.
    const isBack = selected.has(record.id) && selected.has(from.id);
    const ids = new Set([...selected, from.id, record.id]);
    if (isBack) ids.delete(from.id);
    board.select(ids);
    board.announce(selectedText(ids.size));
    goTo(to, board);
  },
  "select-card"(_: AnyCommand, board: BoardState) {
    const record = focusedRecord(board);
    if (!record) return false;
    const ids = toggledIn(board.selected, record.id);
    board.select(ids);
    board.announce(selectedText(ids.size));
  },
  escape(_: AnyCommand, board: BoardState) {
    if (board.carried) putBack(carryingOn(board));
    else if (board.selected.size > 0) board.select(new Set());
    else return false;
  },
  open(_: AnyCommand, board: BoardState) {
    if (board.carried) return pickUpOrDrop(carryingOn(board));
    const record = focusedRecord(board);
    if (!record) return false;
    openRecord(record.id);
  },
  menu(_: AnyCommand, board: BoardState) {
    if (!focusedRecord(board)) return false;
    board.services.show({ is: "card-menu", at: "card" });
  },
  insert(_: AnyCommand, board: BoardState) {
    if (board.focus) board.compose(board.focus.stackId);
  },
  carry(_: AnyCommand, board: BoardState) {
    return pickUpOrDrop(carryingOn(board));
  },
  "move-cards"({ way }: { readonly way: CardWay }, board: BoardState) {
    moveAtOnce(way, carryingOn(board));
  },
  "move-to"(_: AnyCommand, board: BoardState) {
    if (focusedRecord(board)) board.services.show({ is: "move-to" });
  },
  duplicate(_: AnyCommand, board: BoardState) {
    withPart(changes, ({ duplicateCards }) => void duplicateCards(actedCards(board)));
  },
  delete(_: AnyCommand, board: BoardState) {
    withPart(changes, ({ deleteCards }) => void deleteCards(actedCards(board)));
  },
};

/** The steps of the cursor that a board has. */
const boardSteps = ["up", "down", "left", "right", "top", "bottom", "page-up", "page-down"] as const;

function isBoardStep(step: Step): step is (typeof boardSteps)[number] & BoardStep {
  return (boardSteps as readonly Step[]).includes(step);
}

/** The ways in which steps carry cards. */
const carriedWays = {
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  top: "top",
  bottom: "bottom",
  "page-up": undefined,
  "page-down": undefined,
} as const;

function goTo(place: BoardPlace, board: BoardState): void {
  board.focusOn(place, recordIn(place, board)?.id ?? null);
}

function recordIn({ stackId, row }: BoardPlace, { rows }: BoardState) {
  return row < 0 ? undefined : recordAt(rows.get(stackId) ?? [], row);
}

function actedCards(board: BoardState): ActedCards {
  const { focus } = board;
  return {
    ...board,
    records: actedRecords(board),
    focusOn: (copyId) =>
      focus && board.focusOn(copyId === null ? focus : { ...focus, row: focus.row + 1 }, copyId),
  };
}
