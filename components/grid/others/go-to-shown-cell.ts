import { openRecord } from "@/components/open-table/open-record";
import type { PresentCell } from "@/lib/contract/presence";
import { commit } from "../commands/commit";
import type { GridState } from "../grid-state";
import { findRecordRow } from "../rows/find-record-row";
import { selectRows } from "../rows/go-to-rows";

/** Selects a cell, wherever its row is. Opens the record if the view does not show the cell. */
export async function goToShownCell(
  { recordId, fieldId }: PresentCell,
  state: () => GridState,
): Promise<void> {
  const { services, rowOf } = state();
  const { listing } = services;
  const row = rowOf(recordId) ?? (await findRecordRow(recordId, services));
  const grid = state();
  if (grid.services.listing !== listing) return;
  const column = grid.columns.findIndex(({ field }) => field.id === fieldId);
  if (row === undefined || column < 0) return openRecord(recordId);
  commit(grid);
  const cell = { row, column };
  selectRows(services.state(), { anchor: cell, focus: cell, reach: "cells" }, recordId);
}
