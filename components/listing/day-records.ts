import type { CalendarPage } from "@/lib/contract/calendar";
import type { Record } from "@/lib/contract/records";

/** Replaces the records of some days. Returns the same response if none changes. */
export function withDayRecords(
  response: CalendarPage,
  change: (records: readonly Record[]) => readonly Record[],
): CalendarPage {
  const records = change(response.records);
  return records === response.records ? response : { ...response, records: [...records] };
}
