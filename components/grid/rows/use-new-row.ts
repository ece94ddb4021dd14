import type { KeyboardEvent } from "react";
import { chordOf } from "@/components/commands/chords";
import { isOfComposition } from "@/components/commands/is-of-composition";
import type { RecordListing } from "@/components/listing/record-queries";
import { useAddRow } from "@/components/open-table/use-add-row";
import { writableFields } from "@/components/open-table/writable-fields";
import type { Table } from "@/lib/contract/tables";
import type { AddRowProps } from "../add-row";
import type { GridState } from "../grid-state";
import type { Inputs } from "../input/use-inputs";
import { makesCharacter } from "../input/use-typing";
import { goToAddedRow } from "./added-row";
import { endHold } from "./go-to-rows";
import { initialValuesAt } from "./initial-values";

interface NewRow {
  readonly table: Table;
  readonly services: GridState["services"];
  readonly state: () => GridState;
  readonly inputs: Inputs;
}

/** Creates a record at the end by a button. What is typed before the record is there is queued for it. */
export function useNewRow(listing: RecordListing, { table, services, state, inputs }: NewRow): AddRowProps {
  const adding = useAddRow(listing, {
    tasks: services.tasks,
    fields: writableFields(table, services.lockedFieldIds),
    values: () => initialValuesAt(state()),
    begin() {
      const hold = services.typeahead.hold();
      return (hasArrived) => endHold(state(), hold, hasArrived);
    },
    onAdded: (row, recordId) => void goToAddedRow(state(), { row, recordId }),
  });
  return {
    ...adding,
    // The button keeps the focus until then.
    onKeyDown(event: KeyboardEvent) {
      if (!services.typeahead.isHeld() || isOfComposition(event.nativeEvent)) return;
      const isText = event.key === " " || makesCharacter(event.nativeEvent);
      if (inputs.take(isText ? { text: event.key } : { chord: chordOf(event) })) event.preventDefault();
    },
  };
}
