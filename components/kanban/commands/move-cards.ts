import type { CardWay } from "@/components/commands/command";
import { notifyCounting } from "@/components/open-table/notify-counting";
import { announcements, type NamedPlace } from "@/components/record-card/moves/announcements";
import { type CarryingView, countBeforeFocused, namesIn } from "@/components/record-card/moves/carry-cards";
import { recordBefore } from "@/components/record-card/moves/use-card-moves";
import {
  countRows,
  type Rows,
  recordAt,
  rowOfRecord,
  withoutRecords,
} from "@/components/record-card/rows/segments";
import { lockedField, refusalOf } from "@/components/rights/refusal";
import type { Record } from "@/lib/contract/records";
import type { BoardState, Carried } from "../board-state";
import { type BoardPlace, carryFrom, type StackShape } from "../moves/board-steps";
import { valueOfStack } from "../stacks/stack-values";
import { actedRecords, focusedRecord } from "./acted-records";

/** A board as a view whose cards are carried by keys. */
export function carryingOn(board: BoardState): CarryingView<BoardPlace> {
  return {
    ...board,
    pickUp: () => pickedUp(board),
    beside: (carried, way) => placeBeside(carried, way, board),
    drop: (carried) => drop(carried, board),
    follow: (carried) => board.focusOn(focusIn(carried), carried.recordId),
    placed: (carried) => namedPlace(carried, board),
  };
}

/** Moves the focused card with the selected ones to the top or bottom of a stack. */
export function moveToStack(stackId: string, end: "top" | "bottom", board: BoardState): void {
  const carried = pickedUp(board);
  if (!carried || (end === "bottom" && isCounting(stackId, board))) return;
  const shape = shapesWithout(carried.records, board).find(({ id }) => id === stackId);
  if (shape) drop({ ...carried, at: { stackId, row: end === "top" ? 0 : shape.count } }, board);
}

/** True, with a message, while the last card of a stack is not known. */
function isCounting(stackId: string, board: BoardState): boolean {
  const isCounted = board.stacks.find(({ id }) => id === stackId)?.isCounted ?? true;
  if (!isCounted) notifyCounting(board);
  return !isCounted;
}

/** Moves carried cards to their place, at once on the page and then on the server. */
export function drop(carried: Carried, board: BoardState): void {
  const { records, at, from, recordId } = carried;
  const stack = board.stacks.find(({ id }) => id === at.stackId);
  board.carry(null);
  if (!stack) return;
  const restacked = records.filter(({ id }) => !isInStack(id, at.stackId, board));
  const isInPlace = restacked.length === 0 && records.length === 1 && at.row === from.row;
  if (isInPlace) {
    board.focusOn(focusIn(carried), recordId);
    return;
  }
  if (restacked.length === 0 && board.sortedBy.length > 0) {
    refuseOrder(board);
    return;
  }
  if (restacked.length > 0 && board.services.lockedFieldIds.has(board.field.id)) {
    board.services.notify(lockedField(board.field));
    return;
  }

  const values = { [board.field.id]: valueOfStack(board.field, stack.key) };
  const rows = withoutRecords(board.rows.get(at.stackId) ?? [], new Set(records.map(({ id }) => id)));
  const names = namesIn(carried, board);
  const before = at.row === 0 ? null : recordAt(rows, at.row - 1)?.id;
  const isManual = board.sortedBy.length === 0;
  board.move({
    records: records.map((record) => ({ ...record, data: { ...record.data, ...values } })),
    to: at,
    after: isManual ? before : undefined,
    ...(isManual &&
      before === undefined && {
        readAfter: (run) => recordBefore(at.row, { rows, listing: stack.listing }, run),
      }),
    changedIds: restacked.map(({ id }) => id),
    values,
    onFailed: () => board.announce(announcements.failed(names, stack.name)),
  });
  board.focusOn(focusIn(carried), recordId);
  board.announce(
    isManual
      ? announcements.moved(names, namedPlace(carried, board))
      : announcements.movedSorted(names, stack.name),
  );
}

/** The cards that a person would pick up now; undefined with a message if there are none, or they may not. */
export function pickedUp(board: BoardState, record = focusedRecord(board)): Carried | undefined {
  const { may, notify } = board.services;
  if (!record || !board.focus) return undefined;
  if (!may("update-records")) {
    notify(refusalOf("update-records", may));
    return undefined;
  }
  const records = record === focusedRecord(board) ? actedRecords(board) : [record];
  const from = placeWithout(record, records, board);
  return from && { records, recordId: record.id, from, at: from, by: "keys" };
}

/** The place of a record, counted without the records that are picked up with it. */
export function placeWithout(
  record: Record,
  records: readonly Record[],
  { stacks }: BoardState,
): BoardPlace | undefined {
  for (const { id: stackId, rows } of stacks) {
    const row = rowOfRecord(rows, record.id);
    if (row === undefined) continue;
    const ids = new Set(records.map(({ id }) => id));
    const before = rows.length === 0 ? 0 : countBefore(rows, row, ids);
    return { stackId, row: row - before };
  }
  return undefined;
}

function countBefore(rows: Rows, row: number, ids: ReadonlySet<string>): number {
  return [...ids].filter((id) => (rowOfRecord(rows, id) ?? row) < row).length;
}

function placeBeside(carried: Carried, way: CardWay, board: BoardState): BoardPlace | undefined {
  const isManual = board.sortedBy.length === 0;
  if (way === "bottom" && isManual && isCounting(carried.at.stackId, board)) return undefined;
  const stacks = shapesWithout(carried.records, board);
  const to = carryFrom({ stacks, isManual }, carried.at, way);
  if (!to && !isManual && way !== "left" && way !== "right") refuseOrder(board);
  return to;
}

function shapesWithout(records: readonly Record[], { shapes, stacks }: BoardState): StackShape[] {
  const ids = new Set(records.map(({ id }) => id));
  return shapes.map((shape, index) => ({
    ...shape,
    count: countRows(withoutRecords(stacks[index]?.rows ?? [], ids)),
  }));
}

function refuseOrder({ services, sortedBy, announce }: BoardState): void {
  const detail = `The view is sorted by ${new Intl.ListFormat("en").format(sortedBy)}. Remove the sort to order cards by hand.`;
  services.notify({ title: "Cards can't be moved within a stack here", detail });
  announce(detail);
}

/** True if a record's stack on the server is this one, or will be once earlier moves are saved. */
function isInStack(recordId: string, stackId: string, { settled }: BoardState): boolean {
  return rowOfRecord(settled.get(stackId) ?? [], recordId) !== undefined;
}

/** The focused card's place once all cards are there. */
function focusIn(carried: Carried): BoardPlace {
  const { stackId, row } = carried.at;
  return { stackId, row: row + countBeforeFocused(carried) };
}

function namedPlace({ at, records }: Carried, board: BoardState): NamedPlace {
  const shape = shapesWithout(records, board).find(({ id }) => id === at.stackId);
  const stack = board.stacks.find(({ id }) => id === at.stackId);
  return { stack: stack?.name ?? "", position: at.row + 1, count: (shape?.count ?? 0) + records.length };
}
