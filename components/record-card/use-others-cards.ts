import { useEffect, useMemo } from "react";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { goToCellsBy } from "@/components/presence/go-to-cell";
import { usePeopleHere } from "@/components/presence/people-here";
import { selectedCell } from "@/components/presence/selected-cell";
import { useStable } from "@/components/ui/use-stable";
import type { PresentPerson } from "@/lib/contract/presence";
import type { CardFocus } from "./use-card-focus";

/** The other people at records, by record id. */
export type OthersCards = ReadonlyMap<string, PresentPerson>;

/**
 * Reports the record that a person has gone to, lets the toolbar go to those of others, and returns these. `goTo` returns
 * false for records that the view has not loaded, which are opened instead.
 */
export function useOthersCards(
  focus: Pick<CardFocus, "turn" | "recordId"> | null,
  goTo: (recordId: string) => boolean,
): OthersCards {
  const { databaseId, table } = useOpenTable();
  const recordId = focus && focus.turn > 0 ? focus.recordId : null;
  const { primaryFieldId } = table;
  useEffect(() => {
    selectedCell.set(recordId === null ? null : { recordId, fieldId: primaryFieldId });
  }, [recordId, primaryFieldId]);
  useEffect(() => () => selectedCell.set(null), []);
  const go = useStable(goTo);
  useEffect(
    () =>
      goToCellsBy((cell) => {
        if (!go(cell.recordId)) openRecord(cell.recordId);
      }),
    [go],
  );
  const people = usePeopleHere(databaseId);
  return useMemo(
    () => new Map(people.flatMap((person) => (person.at.cell ? [[person.at.cell.recordId, person]] : []))),
    [people],
  );
}
