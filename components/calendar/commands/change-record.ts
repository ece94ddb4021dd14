import { type ActedCards, deleteCards, duplicateCards } from "@/components/record-card/change-cards";
import type { CalendarState } from "../calendar-state";
import { focusedSpan } from "./move-record";

/** Moves the focused record to the trash. The focus stays on its day. */
export async function deleteRecord(calendar: CalendarState): Promise<void> {
  const acted = actedRecord(calendar);
  if (acted) await deleteCards(acted);
}

/** Copies the focused record, on the same days. */
export async function duplicateRecord(calendar: CalendarState): Promise<void> {
  const acted = actedRecord(calendar);
  if (acted) await duplicateCards(acted);
}

function actedRecord(calendar: CalendarState): ActedCards | undefined {
  const { services, store, table, focus, focusOn, carried } = calendar;
  const span = focusedSpan(calendar);
  if (!span || carried) return undefined;
  const { day } = focus.place;
  return {
    ...{ services, store, table },
    records: [span.record],
    // Only one record at a time is selected: the focused one.
    select: () => {},
    focusOn: (recordId) => focusOn(recordId === null ? { day, on: "day" } : { day, on: "record", recordId }),
  };
}
