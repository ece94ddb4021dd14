import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  appendRecord,
  countQuery,
  type RecordListing,
  recordsKey,
} from "@/components/listing/record-queries";
import { withdrawOffer } from "@/components/tasks/messages";
import type { Tasks } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import type { Field } from "@/lib/contract/fields";
import type { WrittenValues } from "@/lib/contract/records";
import { withRequiredValues } from "./required-values";

interface Adding {
  readonly tasks: Tasks;
  /** The initial values of the record. */
  readonly values: () => WrittenValues;
  /** The fields to which the person may give values. */
  readonly fields: readonly Field[];
  /** Called when the creation begins. What it returns is called at the end, with whether `onAdded` was called. */
  readonly begin?: () => (hasArrived: boolean) => void;
  /** Called with the row and id of the new record. */
  readonly onAdded: (row: number, recordId: string) => void;
}

/** Creates a record at the end, one at a time. */
export function useAddRow(listing: RecordListing, { tasks, values, fields, begin, onAdded }: Adding) {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);

  async function add(): Promise<void> {
    if (isAdding) return;
    const { databaseId, tableId } = listing;
    const record = await withRequiredValues({ databaseId, tableId, fields, values: values() });
    if (record === null) return;
    setAdding(true);
    const end = begin?.();
    let hasArrived = false;
    const body = { record };
    await tasks.run("Adding a record", async (run) => {
      withdrawOffer();
      // The last row is known once the rows are counted.
      await queryClient.ensureQueryData(countQuery(listing));
      const record = await write(
        "POST /bases/{databaseId}/tables/{tableId}/records",
        { params: { databaseId, tableId }, body },
        run,
      );
      const row = appendRecord(queryClient, listing, record);
      hasArrived = row !== undefined;
      if (row !== undefined) onAdded(row, record.id);
      else void queryClient.invalidateQueries({ queryKey: recordsKey(listing) });
    });
    end?.(hasArrived);
    setAdding(false);
  }

  return { isAdding, add: () => void add() };
}
