import { useEffect, useMemo } from "react";
import { openRecord } from "@/components/open-table/open-record";
import { goToCellsBy } from "@/components/presence/go-to-cell";
import { usePeopleHere } from "@/components/presence/people-here";
import { selectedCell } from "@/components/presence/selected-cell";
import type { PresentPerson } from "@/lib/contract/presence";
import type { BoardState } from "./board-state";
import { placeOf } from "./moves/card-moves";

/** The other people at cards, by record id. */
export type OthersCards = ReadonlyMap<string, PresentPerson>;

/** Reports the focused card to others, lets the toolbar go to theirs, and returns the cards that others are at. */
export function useOthersCards({ focus, services, table, state }: BoardWithState): OthersCards {
  const recordId = focus && focus.turn > 0 ? focus.recordId : null;
  const { primaryFieldId } = table;
  useEffect(() => {
    selectedCell.set(recordId === null ? null : { recordId, fieldId: primaryFieldId });
  }, [recordId, primaryFieldId]);
  useEffect(() => () => selectedCell.set(null), []);
  useEffect(
    () =>
      goToCellsBy((cell) => {
        const { rows, focusOn } = state();
        const place = placeOf(rows, cell.recordId);
        if (place) focusOn(place, cell.recordId);
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

type BoardWithState = BoardState & { readonly state: () => BoardState };
