import { v4 } from "uuid";
import { copyRecords } from "@/components/open-table/records/copy-records";
import { deleteRecords } from "@/components/open-table/records/delete-records";
import { undo } from "@/components/open-table/undo/undo-commands";
import { writableFields } from "@/components/open-table/writable-fields";
import { counted } from "@/components/tasks/counted";
import { orAborted } from "@/components/tasks/tasks";
import type { BoardState } from "../board-state";
import { actedRecords } from "./acted-records";

/** Moves the focused card with the selected ones to the trash. The focus goes to the card after them. */
export async function deleteCards(board: BoardState): Promise<void> {
  const { services, store, focus } = board;
  const recordIds = actedRecords(board).map(({ id }) => id);
  if (recordIds.length === 0 || !focus) return;
  await services.tasks.run("Deleting records", async (run) => {
    // Pending edits of these records would fail after the deletion.
    await orAborted(store.whenSettled(), run.signal);
    const done = await deleteRecords(services.listing, { recordIds, changeSetId: v4() }, run).finally(
      services.reloadRows,
    );
    board.select(new Set());
    board.focusOn(focus, null);
    if (done > 0) notifyUndoable(`${counted(done, "record")} deleted`, board);
  });
}

/** Copies the focused card with the selected ones below the last of them. */
export async function duplicateCards(board: BoardState): Promise<void> {
  const { services, store, table, focus } = board;
  const ids = actedRecords(board).map(({ id }) => id);
  if (ids.length === 0 || !focus) return;
  await services.tasks.run("Duplicating", async (run) => {
    const fields = writableFields(table, services.lockedFieldIds);
    const copies = await copyRecords(services.listing, { ids, fields, edits: store.get }, run);
    await services.reloadRows();
    const [first] = copies;
    if (!first) return;
    board.select(new Set(copies.length > 1 ? copies.map(({ id }) => id) : []));
    board.focusOn({ ...focus, row: focus.row + 1 }, first.id);
    notifyUndoable(`${counted(copies.length, "record")} duplicated`, board);
  });
}

function notifyUndoable(title: string, { services, store }: BoardState): void {
  services.notify({ title, action: { label: "Undo", onClick: () => void undo({ services, store }) } });
}
