import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { HiddenRows } from "@/components/groups/shown-rows";
import { isDeletedByOthers } from "@/components/listing/deleted-records";
import type { Records } from "@/components/listing/record-loader";
import { listingKey, type RecordListing } from "@/components/listing/record-queries";
import { notify } from "@/components/tasks/messages";
import type { TypeaheadQueue } from "../input/typeahead-queue";
import type { Viewport } from "../viewport/use-viewport";
import { activeOf, type Cursor, type Selecting } from "./cursor";
import { onItsRecords, type SelectedIds, selectedIds, withoutItsRecord } from "./cursor-records";
import type { CursorState } from "./use-cursor";

interface Rows {
  readonly listing: RecordListing;
  readonly records: Records;
  readonly hiddenRows: HiddenRows;
  readonly follow: Viewport["follow"];
  readonly typeahead: TypeaheadQueue;
}

/**
 * The position of a selection: the cursor, the cursor as drawn (clipped if there are fewer rows now), and the ids of
 * its records.
 */
interface TrackedCursor {
  readonly cursor: Selecting;
  readonly drawn: Cursor;
  readonly listing: RecordListing;
  readonly ids: SelectedIds;
}

export interface CursorRecords {
  /** True if the cursor moved along with its records: the view does not scroll to it then. */
  readonly movedWithRecords: (cursor: Cursor) => boolean;
  /** Replaces the cursor by one clipped to fewer rows; it still follows its records. */
  readonly keep: (kept: Cursor) => void;
}

/**
 * Moves the cursor along with its records when others move them, and keeps them in place on screen. An open editor
 * follows its record by id anyway.
 */
export function useCursorRecords(
  { cursor, latest, setCursor }: CursorState,
  { listing, records, hiddenRows, follow, typeahead }: Rows,
): CursorRecords {
  const queryClient = useQueryClient();
  const tracked = useRef<TrackedCursor | null>(null);
  const movedCursor = useRef<Cursor | null>(null);
  useLayoutEffect(() => {
    if (cursor !== latest()) return;
    const before = tracked.current;
    if (before?.drawn !== cursor || before.listing !== listing) {
      tracked.current = cursor.state === "selecting" ? track(cursor) : null;
      return;
    }
    const next = onItsRecords(before.cursor, before.ids, { idAt, rowOf: records.rowOf, hiddenRows });
    if (next) go(next, before);
    // Pages arrive one by one: in between, a record may be missing.
    else if (queryClient.isFetching({ queryKey: listingKey(listing, "page") }) === 0) {
      go(withoutItsRecord(before.cursor), before);
      const id = before.ids.get(activeOf(before.cursor).row);
      if (id !== undefined && isDeletedByOthers(id)) notify({ title: "Someone else deleted this record" });
    }

    function idAt(row: number): string | undefined {
      return records.at(row)?.id;
    }
    function track(on: Selecting, drawn: Cursor = on): TrackedCursor {
      return { cursor: on, drawn, listing, ids: selectedIds(on, idAt) };
    }
    function go(to: Selecting, from: TrackedCursor): void {
      if (to === from.cursor) {
        tracked.current = track(to, cursor);
        return;
      }
      tracked.current = track(to);
      movedCursor.current = to;
      // After one's own move, the grid scrolls to the rows instead.
      if (!typeahead.isHeld()) follow({ from: activeOf(cursor).row, to: activeOf(to).row });
      setCursor(to);
    }
  }, [cursor, latest, setCursor, listing, records, hiddenRows, follow, typeahead, queryClient]);
  return {
    movedWithRecords: (each) => each === movedCursor.current,
    keep(kept) {
      if (latest() !== cursor) return;
      if (tracked.current?.drawn === cursor) tracked.current = { ...tracked.current, drawn: kept };
      setCursor(kept);
    },
  };
}
