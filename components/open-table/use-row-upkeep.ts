import { useEffect, useMemo, useRef } from "react";
import type { Edits } from "@/components/edits/edits";
import { placesOf } from "@/components/listing/places";
import type { AggregateFunction } from "@/lib/contract/aggregates";
import type { ListedView } from "./listed-view";

interface Upkeep {
  /** The record that a person is at, which stays where it is until it is left. */
  readonly at?: string | undefined;
  /** Whether an editor is open: until it is closed, all rows stay where they are. */
  readonly isEditing?: boolean;
  /** The fields that are summed up, by their ids. */
  readonly summed?: { readonly [fieldId: string]: AggregateFunction };
  /** Has the records read again, their groups and their summaries. */
  readonly reloadRows: () => unknown;
  /** Has the summaries read again. */
  readonly reloadSummaries: () => unknown;
}

/**
 * After an edit has been saved, brings its record to where it belongs by now, or out of a view that it does not
 * belong to any more, and the counts and summaries up to date. It waits until its record is left, as what is
 * typed beside the new value is for that record too; and while more of what decides is under way, for that.
 */
export function useRowUpkeep({ writes }: Edits, source: Omit<ListedView, "firstPage">, upkeep: Upkeep): void {
  const { table, listing } = source;
  const { search } = listing;
  const { config } = source.view;
  const { at, isEditing = false, summed = none, reloadRows, reloadSummaries } = upkeep;
  const places = useMemo(() => placesOf(table, { view: config, search }), [table, config, search]);
  const underWay = useRef<ReadonlySet<string>>(new Set());
  /** The records that may stand at a wrong place by now. */
  const misplaced = useRef(new Set<string>());
  useEffect(() => {
    const edits = [...writes.values()].flatMap((write) => write.edits);
    const placing = edits.filter(({ fieldId }) => places(fieldId));
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
  }, [writes, places, at, isEditing, summed, reloadRows, reloadSummaries]);
}

const none: NonNullable<Upkeep["summed"]> = {};
