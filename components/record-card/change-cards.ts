import { v4 } from "uuid";
import type { PageState } from "@/components/open-table/page-commands";
import { copyRecords } from "@/components/open-table/records/copy-records";
import { deleteRecords } from "@/components/open-table/records/delete-records";
import { undo } from "@/components/open-table/undo/undo-commands";
import { writableFields } from "@/components/open-table/writable-fields";
import { counted } from "@/components/tasks/counted";
import { orAborted } from "@/components/tasks/tasks";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";

/** The cards that a command concerns, and the view that shows them. */
export interface ActedCards extends Pick<PageState, "store" | "services"> {
  readonly table: Table;
  readonly records: readonly Record[];
  readonly select: (ids: ReadonlySet<string>) => void;
  /** Keeps the focus in its place, or moves it to the card below, which is this record's. */
  readonly focusOn: (copyId: string | null) => void;
}

/** Moves cards to the trash. The focus goes to the card after them. */
export async function deleteCards(cards: ActedCards): Promise<void> {
  const { services, store, records, select, focusOn } = cards;
  const recordIds = records.map(({ id }) => id);
  if (recordIds.length === 0) return;
  await services.tasks.run("Deleting records", async (run) => {
    // Pending edits of these records would fail after the deletion.
    await orAborted(store.whenSettled(), run.signal);
    const done = await deleteRecords(services.listing, { recordIds, changeSetId: v4() }, run).finally(
      services.reloadRows,
    );
    select(new Set());
    focusOn(null);
    if (done > 0) notifyUndoable(`${counted(done, "record")} deleted`, cards);
  });
}

/** Copies cards below the last of them. */
export async function duplicateCards(cards: ActedCards): Promise<void> {
  const { services, store, table, records, select, focusOn } = cards;
  const ids = records.map(({ id }) => id);
  if (ids.length === 0) return;
  await services.tasks.run("Duplicating", async (run) => {
    const fields = writableFields(table, services.lockedFieldIds);
    const copies = await copyRecords(services.listing, { ids, fields, edits: store.get }, run);
    await services.reloadRows();
    const [first] = copies;
    if (!first) return;
    select(new Set(copies.length > 1 ? copies.map(({ id }) => id) : []));
    focusOn(first.id);
    notifyUndoable(`${counted(copies.length, "record")} duplicated`, cards);
  });
}

function notifyUndoable(title: string, { services, store }: ActedCards): void {
  services.notify({ title, action: { label: "Undo", onClick: () => void undo({ services, store }) } });
}
