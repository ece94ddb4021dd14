import { useEffect, useMemo, useRef } from "react";
import type { Edits } from "@/components/edits/edits";
import { affectsPositionIn } from "@/components/listing/affects-position";
import type { AggregateFunction } from "@/lib/contract/aggregate-functions";
import type { ListedView } from "./listed-view";

interface Repositioning {
  /** True for a record that is selected, as people work on it: rows are not reordered until it is left. */
  readonly isAt?: (recordId: string) => boolean;
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
 * view. Waits until the selection has left the edited records, because a person may still be typing in their rows, and
 * until no other such edit is pending.
 */
export function useRepositionAfterEdit(
  { writes }: Edits,
  source: Omit<ListedView, "firstPage">,
  options: Repositioning,
): void {
  const { table, listing } = source;
  const { search } = listing;
  const { config } = source.view;
  const { isAt = nowhere, isEditing = false, summed = none, reloadRows, reloadSummaries } = options;
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
      const isLeft = !isEditing && ![...misplaced.current].some(isAt);
      if (!isLeft || placing.length > 0) return;
      misplaced.current.clear();
      reloadRows();
    } else if (done.some((fieldId) => summed[fieldId] !== undefined)) reloadSummaries();
  }, [writes, affectsPosition, isAt, isEditing, summed, reloadRows, reloadSummaries]);
}

const nowhere = () => false;
const none: NonNullable<Repositioning["summed"]> = {};
