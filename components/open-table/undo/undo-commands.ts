import type { EditStore } from "@/components/edits/edit-store";
import { orAborted } from "@/components/tasks/tasks";
import type { TableServices } from "../use-table-services";
import { messageOf, reverse, tableSwitchBy, type Way, wayWords } from "./reverse";

/** The table whose changes are undone. */
interface Undoing {
  readonly store: EditStore;
  readonly services: TableServices;
}

export function undo(grid: Undoing): Promise<void> {
  return restore("undo", grid);
}

export function redo(grid: Undoing): Promise<void> {
  return restore("redo", grid);
}

/** Waits for pending edits, because they are undone first. */
async function restore(way: Way, { store, services }: Undoing): Promise<void> {
  const { label } = wayWords[way];
  await services.tasks.run(label, async (run) => {
    await orAborted(Promise.all([store.whenSettled(), services.whenViewsSaved()]), run.signal);
    const { notify, listing } = services;
    const { databaseId, tableId } = listing;
    const undone = await reverse(way, { databaseId, scope: { tableId, missingTables: true }, notify }, run);
    if (!undone) return;
    const turn = tableSwitchBy(way, undone);
    if (turn) services.switchToTable(turn);
    services.reloadTable();
    if (turn?.id !== tableId) await services.reloadRows();
    notify(messageOf(way, undone));
  });
}
