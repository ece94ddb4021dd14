import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { Folds } from "@/components/groups/shown-rows";
import { isDeletedByOthers } from "@/components/listing/deleted-records";
import type { Records } from "@/components/listing/record-loader";
import { listingKey, type RecordListing } from "@/components/listing/record-queries";
import { notify } from "@/components/tasks/messages";
import type { InputQueue } from "../input/input-queue";
import type { Viewport } from "../viewport/use-viewport";
import { activeOf, type Cursor, type Selecting } from "./cursor";
import { onItsRecords, type SelectedIds, selectedIds, withoutItsRecord } from "./cursor-records";
import type { CursorState } from "./use-cursor";

interface Rows {
  readonly listing: RecordListing;
  readonly records: Records;
  readonly folds: Folds;
  readonly follow: Viewport["follow"];
  readonly ahead: InputQueue;
}

/** The cursor as it stood on its records, and what is drawn of it: less where there are fewer rows by now. */
interface Stand {
  readonly cursor: Selecting;
  readonly drawn: Cursor;
  readonly listing: RecordListing;
  readonly ids: SelectedIds;
}

export interface CursorRecords {
  /** Whether a cursor has come about by what its records did: nobody has asked to see where it is. */
  readonly isCarried: (cursor: Cursor) => boolean;
  /** Puts the cursor back into rows that have become fewer. It is still that of its records. */
  readonly keep: (kept: Cursor) => void;
}

/**
 * Has the cursor go with its records, whoever moves them, and what is seen around it stay where it is on the screen.
 * An open editor goes by its record's id anyway.
 */
export function useCursorRecords(
  { cursor, latest, setCursor }: CursorState,
  { listing, records, folds, follow, ahead }: Rows,
): CursorRecords {
  const queryClient = useQueryClient();
  const stand = useRef<Stand | null>(null);
  const carried = useRef<Cursor | null>(null);
  useLayoutEffect(() => {
    if (cursor !== latest()) return;
    const before = stand.current;
    if (before?.drawn !== cursor || before.listing !== listing) {
      stand.current = cursor.state === "selecting" ? standOf(cursor) : null;
      return;
    }
    const next = onItsRecords(before.cursor, before.ids, { idAt, rowOf: records.rowOf, folds });
    if (next) go(next, before);
    // Pages come one after the other: between them a record may seem to be nowhere.
    else if (queryClient.isFetching({ queryKey: listingKey(listing, "page") }) === 0) {
      go(withoutItsRecord(before.cursor), before);
      const id = before.ids.get(activeOf(before.cursor).row);
      if (id !== undefined && isDeletedByOthers(id))
        notify({ title: "The record was deleted by somebody else" });
    }

    function idAt(row: number): string | undefined {
      return records.at(row)?.id;
    }
    function standOf(on: Selecting, drawn: Cursor = on): Stand {
      return { cursor: on, drawn, listing, ids: selectedIds(on, idAt) };
    }
    function go(to: Selecting, from: Stand): void {
      if (to === from.cursor) {
        stand.current = standOf(to, cursor);
        return;
      }
      stand.current = standOf(to);
      carried.current = to;
      // Who has moved them goes there, and looks there.
      if (!ahead.isHeld()) follow({ from: activeOf(cursor).row, to: activeOf(to).row });
      setCursor(to);
    }
  }, [cursor, latest, setCursor, listing, records, folds, follow, ahead, queryClient]);
  return {
    isCarried: (each) => each === carried.current,
    keep(kept) {
      if (latest() !== cursor) return;
      if (stand.current?.drawn === cursor) stand.current = { ...stand.current, drawn: kept };
      setCursor(kept);
    },
  };
}
