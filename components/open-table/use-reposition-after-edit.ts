import { useEffect, useMemo, useRef } from "react";
import type { Edits } from "@/components/edits/edits";
import { affectsPositionIn } from "@/components/listing/affects-position";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";
import type { ListedView } from "./listed-view";

interface Repositioning {
  /** The record being worked on; rows are not reordered until the cursor leaves it. */
  readonly at?: string | undefined;
  /** True while an editor is open: rows are not reordered until it closes. */
  readonly isEditing?: boolean;
  /** The summarized fields, by id. */
  readonly summed?: { readonly [fieldId: string]: AggregateFunction };
  /** Reloads the records, their groups and summaries. */
  readonly reloadRows: () => unknown;
  /** Reloads the summaries. */
  readonly reloadSummaries: () => unknown;
}

/**
 * Reloads rows or summaries after edits that affect them, so that records move to their sorted position or leave the
 * view. Waits until the cursor has left the edited record, because a person may still be typing in its row, and until
 * no other such edit is pending.
 */
export function useRepositionAfterEdit(
  { writes }: Edits,
  source: Omit<ListedView, "firstPage">,
  options: Repositioning,
): void {
  const { table, listing } = source;
  const { search } = listing;
  const { config } = source.view;
  const { at, isEditing = false, summed = none, reloadRows, reloadSummaries } = options;
  const affectsPosition = useMemo(
    () => affectsPositionIn(table, { view: config, search }),
    [table, config, search],
  );
  const underWay = useRef<ReadonlySet<string>>(new Set());
  /** The records whose position may be outdated. */
  const misplaced = useRef(new Set<string>());
  useEffect(() => {
    const edits = [...writes.values()].flatMap((write) => write.edits);
    const placing = edits.filter(({ fieldId }) => affectsPosition(fieldId));
    for (const { recordId } of placing) misplaced.current.add(recordId);
    const now = new Set(edits.map(({ fieldId }) => fieldId));
    const done = [...underWay.current].filter((fieldId) => !now.has(fieldId));
    underWay.current = now;
    if (misplaced.current.size > 0) {
      const isLeft = !isEditing && (at === undefined || !misplaced.current.has(at));
      if (!isLeft || placing.length > 0) return;
      misplaced.current.clear();
      reloadRows();
    } else if (done.some((fieldId) => summed[fieldId] !== undefined)) reloadSummaries();
  }, [writes, affectsPosition, at, isEditing, summed, reloadRows, reloadSummaries]);
}

const none: NonNullable<Repositioning["summed"]> = {};
