import { useState } from "react";
import { putRecords, type RecordListing } from "@/components/listing/record-queries";
import { readPage } from "@/components/listing/record-source";
import type { PageState } from "@/components/open-table/page-commands";
import { persist } from "@/components/tasks/retry";
import { orAborted, type TaskRun } from "@/components/tasks/tasks";
import { useStable } from "@/components/ui/use-stable";
import type { Record } from "@/lib/contract/records";
import { type Rows, recordAt } from "../rows/segments";
import { saveMove } from "./save-move";

/** A move as a person has asked for it. */
export interface AskedMove {
  readonly records: readonly Record[];
  /** The record before them; null at the top, undefined where the view's sorts decide. */
  readonly after: string | null | undefined;
  /** The records whose values change with their place; left out for none. */
  readonly changedIds?: readonly string[];
  /** Their new values, by field id. */
  readonly values?: { readonly [fieldId: string]: unknown };
  /** Finds the record before them where it is not loaded. */
  readonly readAfter?: (run: TaskRun) => Promise<string | null>;
  readonly onFailed: () => void;
}

export interface CardMoves<Move extends AskedMove> {
  /** The reason why moves cannot be saved at the moment. */
  readonly hindrance: string | null;
  /** The moves that the server has not confirmed yet, in order. */
  readonly pending: readonly Move[];
  readonly move: (asked: Move) => void;
}

/** Shows moves at once and saves them one after the other. The records are read again after the last one. */
export function useCardMoves<Move extends AskedMove>({
  store,
  services,
}: Pick<PageState, "store" | "services">): CardMoves<Move> {
  const [pending, setPending] = useState<readonly Move[]>([]);
  const [hindrance, setHindrance] = useState<string | null>(null);
  const save = useStable(async (asked: Move, run: TaskRun) => {
    const { queryClient, listing, reloadRows } = services;
    try {
      // Pending edits of these records would be overtaken.
      await orAborted(store.whenSettled(), run.signal);
      const after = asked.readAfter ? await asked.readAfter(run) : asked.after;
      const recordIds = asked.records.map(({ id }) => id);
      const saved = await saveMove(listing, { ...asked, recordIds, after }, run);
      putRecords(queryClient, listing, saved);
    } catch (error) {
      asked.onFailed();
      throw error;
    } finally {
      await reloadRows();
      setPending((before) => before.filter((each) => each !== asked));
    }
  });
  return {
    pending,
    hindrance,
    move(asked) {
      setPending((before) => [...before, asked]);
      void services.tasks.run("Moving records", ({ hide, signal }) => {
        // A dialog would take the keys of a person who goes on.
        hide();
        return save(asked, { signal, report: (to) => setHindrance(to.hindrance ?? null) });
      });
    },
  };
}

/**
 * The record before a row, which moved cards are placed after; null at the top. It is read from the server if the row
 * is not loaded.
 */
export async function recordBefore(
  row: number,
  { rows, listing }: { readonly rows: Rows; readonly listing: RecordListing },
  run: TaskRun,
): Promise<string | null> {
  if (row === 0) return null;
  const known = recordAt(rows, row - 1);
  if (known) return known.id;
  const body = { offset: row - 1, limit: 1, fields: [], total: false };
  const { records } = await persist(() => readPage(listing, body, run.signal), run);
  return records[0]?.id ?? null;
}
