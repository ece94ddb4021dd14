import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { chordOf } from "@/components/commands/chords";
import type { AnyCommand } from "@/components/commands/command";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { calendarKeys } from "@/components/commands/keys";
import { takesKeys } from "@/components/commands/takes-keys";
import { openRecord } from "@/components/open-table/open-record";
import { pointedAt, snapped } from "./drag/pointed";
import type { Place } from "./moves/steps";
import { defaultLength, minute } from "./spans/shift";
import type { CalendarModel } from "./use-calendar";

interface Surroundings {
  readonly run: (command: AnyCommand) => boolean;
  readonly isNarrow: boolean;
}

/** The events of all days and records, handled by the calendar. */
export function useCalendarEvents(calendar: CalendarModel, { run, isNarrow }: Surroundings) {
  const { focusOn, noteFocus, services, scale } = calendar;

  function onFocus({ target }: { target: EventTarget }): void {
    const place = placeOf(target);
    if (place) noteFocus(withFocusedDay(place));
  }
  /** A record over several days keeps the one on which it was reached. */
  function withFocusedDay(place: Place): Place {
    const { place: now } = calendar.focus;
    const isSame = now.on === "record" && place.on === "record" && now.recordId === place.recordId;
    return isSame ? now : place;
  }
  /** Puts a carried record back if a person goes elsewhere. */
  function onBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    const isElsewhere = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (isElsewhere && calendar.carried?.by === "keys") calendar.carry(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { nativeEvent, target } = event;
    if (event.defaultPrevented || isOfComposition(nativeEvent) || !placeOf(target) || takesKeys(target))
      return;
    const command = calendarKeys[chordOf(nativeEvent)];
    // Space would press the button of a day.
    const isPress = event.key === " " && placeOf(target)?.on === "day";
    if ((command && run(command)) || isPress) event.preventDefault();
  }
  function onClick(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const wrapper = target.closest<HTMLElement>("[data-record-id]");
    const recordId = wrapper?.dataset.recordId;
    if (wrapper && recordId !== undefined) {
      if (target.closest("[data-record-menu]")) {
        const { left, bottom } = target.getBoundingClientRect();
        openMenu(wrapper, { x: left, y: bottom });
      } else if (target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        focusOnRecord(wrapper);
        openRecord(recordId);
      }
      return;
    }
    const more = target.closest<HTMLElement>("[data-place=more]")?.dataset.day;
    if (more !== undefined) services.show({ is: "more", day: more });
    // React events of popups arrive here although they are outside this element.
    else if (event.currentTarget.contains(target)) onDay(event, target);
  }
  function onDay({ clientX, clientY }: MouseEvent, target: Element): void {
    const button = target.closest<HTMLElement>("button, a, input");
    const pressed = button?.dataset.place === "day" ? button.dataset.day : undefined;
    if (button && pressed === undefined) return;
    const pointed = pressed === undefined ? pointedAt(clientX, clientY) : { day: pressed, minutes: null };
    if (!pointed || scale === "list") return;
    const { day, minutes } = pointed;
    focusOn({ day, on: "day" });
    if (isNarrow && scale !== "day") return;
    if (!services.may("create-records")) return;
    const from = minutes === null ? undefined : snapped(minutes, 30, Math.floor);
    calendar.compose({
      first: day,
      last: day,
      ...(from !== undefined && { from, to: Math.min(24 * 60, from + defaultLength / minute) }),
    });
  }
  function onContextMenu(event: MouseEvent): void {
    const wrapper =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-record-id]") : null;
    if (!wrapper?.querySelector("[data-place=record]")) return;
    event.preventDefault();
    // A finger that rests on a record picks it up.
    if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch") return;
    openMenu(wrapper, { x: event.clientX, y: event.clientY });
  }
  function openMenu(wrapper: HTMLElement, at: { readonly x: number; readonly y: number }): void {
    focusOnRecord(wrapper);
    services.show({ is: "record-menu", at });
  }
  function focusOnRecord(wrapper: HTMLElement): void {
    const place = placeOf(wrapper.querySelector("[data-place]"));
    if (place) focusOn(place);
  }

  return { onFocus, onBlur, onKeyDown, onClick, onContextMenu };
}

/** The place that an element of the calendar stands for. */
function placeOf(target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const { place, day } = target.dataset;
  if (day === undefined) return undefined;
  if (place === "day" || place === "more") return { day, on: place };
  const recordId = target.closest<HTMLElement>("[data-record-id]")?.dataset.recordId;
  return place === "record" && recordId !== undefined ? { day, on: "record", recordId } : undefined;
}
