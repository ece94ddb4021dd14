import { useEffect, useMemo } from "react";
import { openRecord } from "@/components/open-table/open-record";
import { goToCellsBy } from "@/components/presence/go-to-cell";
import { usePeopleHere } from "@/components/presence/people-here";
import { selectedCell } from "@/components/presence/selected-cell";
import type { PresentPerson } from "@/lib/contract/presence";
import type { CalendarModel } from "./use-calendar";

/**
 * Reports the focused record to others, lets the toolbar go to theirs, and returns the people at other records, by
 * record id.
 */
export function useOthersRecords(calendar: CalendarModel): ReadonlyMap<string, PresentPerson> {
  const { focus, table, services, state } = calendar;
  const { place, turn } = focus;
  const recordId = turn > 0 && place.on === "record" ? place.recordId : null;
  const { primaryFieldId } = table;
  useEffect(() => {
    selectedCell.set(recordId === null ? null : { recordId, fieldId: primaryFieldId });
  }, [recordId, primaryFieldId]);
  useEffect(() => () => selectedCell.set(null), []);
  useEffect(
    () =>
      goToCellsBy((cell) => {
        const span = state().spanOf(cell.recordId);
        if (span) state().focusOn({ day: span.first, on: "record", recordId: cell.recordId });
        else openRecord(cell.recordId);
      }),
    [state],
  );
  const people = usePeopleHere(services.listing.databaseId);
  return useMemo(
    () => new Map(people.flatMap((person) => (person.at.cell ? [[person.at.cell.recordId, person]] : []))),
    [people],
  );
}
