import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { findGone, noteRemoval, tablePath } from "./known-tables";

/** A table that undo, redo or a deletion has brought back or taken away. */
export interface TableTurn {
  readonly id: string;
  readonly is: "back" | "gone";
}

/** Opens a table that is back; leaves one that is gone for its neighbour. */
export function useTurnToTable(databaseId: string): (turn: TableTurn) => void {
  const router = useRouter();
  return useMemo(
    () =>
      ({ id, is }) => {
        const path = tablePath(databaseId, { id });
        // Next keeps a page that was not found until its address is another: only loading it anew shows the table.
        if (is === "back" && openId() === id) return window.location.assign(path);
        if (is === "back") return router.push(path);
        noteRemoval(id);
        if (openId() === id) router.replace(tablePath(databaseId, findGone(databaseId, id)?.neighbour));
      },
    [databaseId, router],
  );
}

/** By the address, as whoever asks may be gone from the page: the message that offers Undo outlives its dialog. */
function openId(): string | undefined {
  return window.location.pathname.split("/")[3];
}
