import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { chordOf } from "@/components/commands/chords";
import type { AnyCommand } from "@/components/commands/command";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { boardKeys } from "@/components/commands/keys";
import { takesKeys } from "@/components/commands/takes-keys";
import { openRecord } from "@/components/open-table/open-record";
import { loadedIn, recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";
import { focusedRecord } from "./commands/acted-records";
import { announcements } from "./moves/announcements";
import { type BoardPlace, headerRow } from "./moves/board-steps";
import type { BoardModel } from "./use-board";

/** The events of all cards and stacks, handled by the board. */
export function useBoardEvents(board: BoardModel, run: (command: AnyCommand) => boolean) {
  const { focus, focusOn, services, select, selected, state } = board;

  function recordIn({ stackId, row }: BoardPlace): Record | undefined {
    return recordAt(board.rows.get(stackId) ?? [], row);
  }
  function onFocus({ target }: { target: EventTarget }): void {
    const place = placeOf(target);
    if (!place || (place.stackId === focus?.stackId && place.row === focus.row)) return;
    board.noteFocus(place, recordIn(place)?.id ?? null);
  }
  /** Puts carried cards back if a person goes elsewhere. */
  function onBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    const isElsewhere = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (isElsewhere && board.carried?.by === "keys") board.carry(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { nativeEvent, target } = event;
    if (event.defaultPrevented || isOfComposition(nativeEvent) || !placeOf(target) || takesKeys(target))
      return;
    const command = boardKeys[chordOf(nativeEvent)];
    if (!command) return;
    const isOnCard = focusedRecord(state()) !== undefined && (placeOf(target)?.row ?? headerRow) >= 0;
    // Enter and Space press the buttons of a stack.
    if (!isOnCard && (event.key === "Enter" || event.key === " ") && !event.shiftKey) return;
    if (run(command)) event.preventDefault();
  }
  function onClick(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const place =
      placeOf(target) ?? placeOf(target.closest("[data-card-id]")?.querySelector("[data-place]") ?? null);
    if (!place) return;
    if (target.closest("[data-new-card]")) {
      board.compose(place.stackId);
      return;
    }
    const record = recordIn(place);
    if (!record) return;
    if (target.closest("[data-card-menu]")) {
      focusOn(place, record.id);
      const { left, bottom } = target.closest("[data-card-menu]")?.getBoundingClientRect() ?? new DOMRect();
      services.show({ is: "card-menu", at: { x: left, y: bottom } });
      return;
    }
    if (!target.closest("[data-card]")) return;
    event.preventDefault();
    focusOn(place, record.id);
    if (event.ctrlKey || event.metaKey) toggle(record.id);
    else if (event.shiftKey) selectUpTo(place.stackId, place.row);
    else {
      select(noIds);
      openRecord(record.id);
    }
  }
  function toggle(id: string): void {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    select(ids);
    board.announce(announcements.selected(ids.size));
  }
  function selectUpTo(stackId: string, row: number): void {
    const rows = board.rows.get(stackId) ?? [];
    const from = focus?.stackId === stackId ? Math.max(0, focus.row) : row;
    const [first, last] = [Math.min(from, row), Math.max(from, row)];
    const within = loadedIn(rows).filter(({ id }) => {
      const at = rowOfRecord(rows, id) ?? -1;
      return at >= first && at <= last;
    });
    select(new Set([...selected, ...within.map(({ id }) => id)]));
  }
  function onContextMenu(event: MouseEvent): void {
    const card = event.target instanceof Element ? event.target.closest("[data-card-id]") : null;
    const place = placeOf(card?.querySelector("[data-place]") ?? null);
    if (!card || !place) return;
    event.preventDefault();
    // A finger that rests on a card picks it up.
    if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch") return;
    focusOn(place, recordIn(place)?.id ?? null);
    services.show({ is: "card-menu", at: { x: event.clientX, y: event.clientY } });
  }

  return { onFocus, onBlur, onKeyDown, onClick, onContextMenu };
}

const noIds: ReadonlySet<string> = new Set();

/** The place that an element of the board stands for. */
function placeOf(target: EventTarget | null): { stackId: string; row: number } | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.place === undefined) return undefined;
  return { stackId: target.dataset.place, row: Number(target.dataset.row) };
}
