import type { KeyboardEvent } from "react";
import { onDemand } from "@/components/ui/on-demand";

/** The focus stays in the text input beside it. */
export const Calendar = onDemand(async () => (await import("./calendar-days")).CalendarDays, {
  takesFocus: false,
  preload: "soon",
});

/** Moves the focus into a popup's calendar, to the chosen day or today. */
export function focusCalendar(event: KeyboardEvent, box: HTMLElement | null): void {
  event.preventDefault();
  box?.querySelector<HTMLElement>("[role=gridcell] button[tabindex='0']")?.focus();
}
