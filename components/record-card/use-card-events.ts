import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { chordOf } from "@/components/commands/chords";
import type { AnyCommand } from "@/components/commands/command";
import { isOfComposition } from "@/components/commands/is-of-composition";
import type { Keys } from "@/components/commands/keys";
import { takesKeys } from "@/components/commands/takes-keys";
import { openRecord } from "@/components/open-table/open-record";
import type { Record } from "@/lib/contract/records";
import { toggledIn } from "./acted-records";
import { selectedText } from "./announcements";
import type { MenuAnchor } from "./card-menu";

/** A view of cards, as its events see it. */
export interface CardView<Place> {
  readonly keys: Keys<AnyCommand>;
  readonly run: (command: AnyCommand) => boolean;
  /** The place that an element with `data-place` stands for. */
  readonly placeOf: (element: HTMLElement) => Place;
  readonly isFocused: (place: Place) => boolean;
  readonly recordIn: (place: Place) => Record | undefined;
  /** Notes that the browser has moved the focus. */
  readonly noteFocus: (place: Place, recordId: string | null) => void;
  readonly focusOn: (place: Place, recordId: string | null) => void;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  /** The ids of the loaded cards from the focused one to a place. */
  readonly idsUpTo: (place: Place) => readonly string[];
  readonly announce: (text: string) => void;
  readonly showMenu: (at: MenuAnchor) => void;
  /** Opens the input for a new card. */
  readonly compose: (place: Place) => void;
  /** Puts back the cards that are carried by keys; null while there are none. */
  readonly putBack: (() => void) | null;
}

/** The events of all cards, handled by the view that shows them. */
export function useCardEvents<Place>(view: CardView<Place>) {
  const { recordIn, focusOn, select, selected } = view;

  function placeOf(target: EventTarget | null): Place | undefined {
    return target instanceof HTMLElement && target.dataset.place !== undefined
      ? view.placeOf(target)
      : undefined;
  }
  function onFocus({ target }: { target: EventTarget }): void {
    const place = placeOf(target);
    if (place === undefined || view.isFocused(place)) return;
    view.noteFocus(place, recordIn(place)?.id ?? null);
  }
  /** Puts carried cards back if a person goes elsewhere. */
  function onBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) view.putBack?.();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { nativeEvent, target } = event;
    const place = placeOf(target);
    if (event.defaultPrevented || isOfComposition(nativeEvent) || place === undefined || takesKeys(target))
      return;
    const command = view.keys[chordOf(nativeEvent)];
    if (!command) return;
    // Enter and Space press the buttons among the cards.
    if (!recordIn(place) && (event.key === "Enter" || event.key === " ") && !event.shiftKey) return;
    if (view.run(command)) event.preventDefault();
  }
  /** Keeps the focus where a selection by Shift begins, and the browser from selecting text. */
  function onMouseDown(event: MouseEvent): void {
    if (event.shiftKey && event.target instanceof Element && event.target.closest("[data-card-id]"))
      event.preventDefault();
  }
  function onClick(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const place =
      placeOf(target.closest("[data-place]")) ?? placeOf(linkOf(target.closest("[data-card-id]")));
    if (place === undefined) return;
    if (target.closest("[data-new-card]")) {
      view.compose(place);
      return;
    }
    const record = recordIn(place);
    if (!record) return;
    const menuButton = target.closest("[data-card-menu]");
    if (menuButton) {
      focusOn(place, record.id);
      const { left, bottom } = menuButton.getBoundingClientRect();
      view.showMenu({ x: left, y: bottom });
      return;
    }
    if (!target.closest("[data-card]")) return;
    event.preventDefault();
    if (event.shiftKey) select(new Set([...selected, ...view.idsUpTo(place)]));
    focusOn(place, record.id);
    if (event.ctrlKey || event.metaKey) toggle(record.id);
    else if (!event.shiftKey) {
      select(noIds);
      openRecord(record.id);
    }
  }
  function toggle(id: string): void {
    const ids = toggledIn(selected, id);
    select(ids);
    view.announce(selectedText(ids.size));
  }
  function onContextMenu(event: MouseEvent): void {
    const card = event.target instanceof Element ? event.target.closest("[data-card-id]") : null;
    const place = placeOf(linkOf(card));
    if (place === undefined) return;
    event.preventDefault();
    // A finger that rests on a card picks it up.
    if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch") return;
    focusOn(place, recordIn(place)?.id ?? null);
    view.showMenu({ x: event.clientX, y: event.clientY });
  }

  return { onFocus, onBlur, onKeyDown, onMouseDown, onClick, onContextMenu };
}

const noIds: ReadonlySet<string> = new Set();

function linkOf(card: Element | null): Element | null {
  return card?.querySelector("[data-place]") ?? null;
}
