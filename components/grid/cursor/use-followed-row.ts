import { useEffect, useRef } from "react";
import type { HiddenRows } from "@/components/groups/shown-rows";
import type { OpenPlace } from "@/components/open-table/listed-view";
import { revealRow } from "../commands/collapse-commands";
import type { GridState } from "../grid-state";
import { activeOf, hasSelection, select } from "./cursor";
import type { Position } from "./steps";

interface FollowingGrid {
  readonly state: () => GridState;
  readonly reveal: (cell: Partial<Position>) => void;
  readonly hiddenRows: HiddenRows;
}

/**
 * Moves the cursor to the row of the record opened beside the grid, without moving the focus. If that row moves later,
 * the cursor stays where it is.
 */
export function useFollowedRow(open: OpenPlace | null, { state, reveal, hiddenRows }: FollowingGrid): void {
  const followed = useRef<string | null>(null);
  const recordId = open?.recordId ?? null;
  const row = open?.row ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again once the group of the row is expanded
  useEffect(() => {
    if (recordId === followed.current) return;
    if (recordId === null) followed.current = null;
    if (row === null) return;
    const grid = state();
    if (revealRow(row, grid)) return;
    followed.current = recordId;
    const active = activeOf(grid.cursor);
    const isFollowed = hasSelection(grid.cursor) && active.row === row;
    if (isFollowed || grid.cursor.state === "editing") return;
    grid.setCursor(select({ row, column: active.column }, grid.bounds));
    reveal({ row });
  }, [recordId, row, state, reveal, hiddenRows]);
}
