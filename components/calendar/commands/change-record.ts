import { v4 } from "uuid";
import { copyRecords } from "@/components/open-table/records/copy-records";
import { deleteRecords } from "@/components/open-table/records/delete-records";
import { undo } from "@/components/open-table/undo/undo-commands";
import { writableFields } from "@/components/open-table/writable-fields";
import { counted } from "@/components/tasks/counted";
import { orAborted } from "@/components/tasks/tasks";
import type { CalendarState } from "../calendar-state";
import { focusedSpan } from "./move-record";

/** Moves the focused record to the trash. The focus stays on its day. */
export async function deleteRecord(calendar: CalendarState): Promise<void> {
  const { services, store, focus } = calendar;
  const span = focusedSpan(calendar);
  if (!span || calendar.carried) return;
  await services.tasks.run("Deleting records", async (run) => {
    // Pending edits of the record would fail after the deletion.
    await orAborted(store.whenSettled(), run.signal);
    const deletion = { recordIds: [span.record.id], changeSetId: v4() };
    const done = await deleteRecords(services.listing, deletion, run).finally(services.reloadRows);
    calendar.focusOn({ day: focus.place.day, on: "day" });
    if (done > 0) notifyUndoable(`${counted(done, "record")} deleted`, calendar);
  });
}

/** Copies the focused record, on the same days. */
export async function duplicateRecord(calendar: CalendarState): Promise<void> {
  const { services, store, table, focus } = calendar;
  const span = focusedSpan(calendar);
  if (!span || calendar.carried) return;
  await services.tasks.run("Duplicating", async (run) => {
    const fields = writableFields(table, services.lockedFieldIds);
    const originals = { ids: [span.record.id], fields, edits: store.get };
    const [copy] = await copyRecords(services.listing, originals, run);
    await services.reloadRows();
    if (!copy) return;
    calendar.focusOn({ day: focus.place.day, on: "record", recordId: copy.id });
    notifyUndoable("1 record duplicated", calendar);
  });
}

function notifyUndoable(title: string, { services, store }: CalendarState): void {
  services.notify({ title, action: { label: "Undo", onClick: () => void undo({ services, store }) } });
}
