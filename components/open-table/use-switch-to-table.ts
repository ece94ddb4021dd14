import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { findGone, noteRemoval, tablePath } from "./known-tables";

/** A table restored or removed by undo, redo or a deletion. */
export interface TableSwitch {
  readonly id: string;
  readonly is: "back" | "gone";
}

/** Opens a restored table, or leaves a removed one for its neighbour. */
export function useSwitchToTable(databaseId: string): (turn: TableSwitch) => void {
  const router = useRouter();
  return useMemo(
    () =>
      ({ id, is }) => {
        const path = tablePath(databaseId, { id });
        // Next caches a not-found page until the address changes, so only a full reload shows the table.
        if (is === "back" && openId() === id) return window.location.assign(path);
        if (is === "back") return router.push(path);
        noteRemoval(id);
        if (openId() === id) router.replace(tablePath(databaseId, findGone(databaseId, id)?.neighbour));
      },
    [databaseId, router],
  );
}

/** Reads the address, because the caller may be gone: the message with Undo outlives its dialog. */
function openId(): string | undefined {
  return window.location.pathname.split("/")[3];
}
