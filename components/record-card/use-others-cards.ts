import { useEffect, useMemo } from "react";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { goToCellsBy } from "@/components/presence/go-to-cell";
import { usePeopleHere } from "@/components/presence/people-here";
import { selectedCell } from "@/components/presence/selected-cell";
import { useStable } from "@/components/ui/use-stable";
import type { PresentPerson } from "@/lib/contract/presence";
import type { CardFocus } from "./use-card-focus";

/** The other people at cards, by record id. */
export type OthersCards = ReadonlyMap<string, PresentPerson>;

/**
 * Reports the focused card to others, lets the toolbar go to theirs, and returns the cards that others are at. `goTo`
 * returns false for cards that are not loaded, whose records are opened.
 */
export function useOthersCards(focus: CardFocus | null, goTo: (recordId: string) => boolean): OthersCards {
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
