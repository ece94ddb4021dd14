import { useEdits } from "@/components/edits/use-edits";
import type { RecordListing } from "@/components/listing/record-queries";
import { copiedValues } from "@/components/open-table/copied-values";
import { closeRecord, switchToRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { undo } from "@/components/open-table/undo/undo-commands";
import { useTableServices } from "@/components/open-table/use-table-services";
import { writableFields } from "@/components/open-table/writable-fields";
import { withdrawOffer } from "@/components/tasks/messages";
import { orAborted } from "@/components/tasks/tasks";
import { useTasks } from "@/components/tasks/use-tasks";
import { write } from "@/components/tasks/write";
import type { Record } from "@/lib/contract/records";

/** Actions on a whole record; each can be undone. */
export function useRecordActions(listing: RecordListing) {
  const { table } = useOpenTable();
  const { store } = useEdits(listing);
  const services = useTableServices(listing, useTasks(listing).tasks);
  const { tasks, notify, reloadRows } = services;
  const place = { databaseId: listing.databaseId, tableId: listing.tableId };
  const undoing = { label: "Undo", onClick: () => void undo({ store, services }) };

  /** Creates a copy below the record and opens it. */
  async function duplicate(record: Record): Promise<void> {
    await tasks.run("Duplicating", async (run) => {
      withdrawOffer();
      const fields = writableFields(table, services.lockedFieldIds);
      const copy = await write(
        "POST /bases/{databaseId}/tables/{tableId}/records",
        {
          params: place,
          body: { record: copiedValues(record, { fields, edits: store.get() }), after: record.id },
        },
        run,
      );
      switchToRecord(copy.id);
      await reloadRows();
      notify({ title: "Record duplicated. This is the copy.", action: undoing });
    });
  }

  /** Moves the record to the trash. */
  async function remove(recordId: string): Promise<void> {
    await tasks.run("Deleting the record", async (run) => {
      withdrawOffer();
      // Pending edits would fail after the deletion.
      await orAborted(store.whenSettled(), run.signal);
      await write(
        "DELETE /bases/{databaseId}/tables/{tableId}/records/{recordId}",
        { params: { ...place, recordId } },
        run,
      );
      closeRecord();
      await reloadRows();
      notify({ title: "1 record deleted", action: undoing });
    });
  }

  return { duplicate, remove };
}
