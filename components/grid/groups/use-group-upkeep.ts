import { useEffect, useRef } from "react";
import type { Edits } from "../edits";
import type { Summaries } from "../summary/use-summaries";
import type { Grouping } from "./use-groups";

interface Upkeep {
  readonly grouping: Grouping;
  /** The fields that are summed up, by their ids. */
  readonly summed: Summaries["chosen"];
  /** Has the records read again, their groups and their summaries. */
  readonly reloadRows: () => unknown;
  /** Has the summaries read again. */
  readonly reloadSummaries: () => unknown;
}

/**
 * After an edit has been saved, brings its record into the group where it belongs by now, and the counts and
 * summaries up to date. While more of a field is under way, it waits for that.
 */
export function useGroupUpkeep({ writes }: Edits, upkeep: Upkeep): void {
  const { grouping, summed, reloadRows, reloadSummaries } = upkeep;
  const underWay = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const now = new Set([...writes.values()].flatMap(({ edits }) => edits.map(({ fieldId }) => fieldId)));
    const done = [...underWay.current].filter((fieldId) => !now.has(fieldId));
    underWay.current = now;
    const movesRecords = grouping.levels.some(({ fields }) => fields.some(({ id }) => done.includes(id)));
    if (movesRecords) reloadRows();
    else if (done.some((fieldId) => summed[fieldId] !== undefined)) reloadSummaries();
  }, [writes, grouping.levels, summed, reloadRows, reloadSummaries]);
}
