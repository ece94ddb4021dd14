import { useEffect, useRef } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { takesKeys } from "@/components/commands/takes-keys";
import { isBlank } from "@/components/listing/is-blank";
import { fieldType } from "@/lib/field-types";
import { revealRow } from "../commands/collapse-commands";
import { commit } from "../commands/commit";
import type { GridState } from "../grid-state";
import { findRecordRow } from "../rows/find-record-row";
import { selectRows } from "../rows/go-to-rows";
import type { GridModel } from "../use-grid";
import { activeOf, hasSelection, idle, select } from "./cursor";

interface SearchHitProps {
  /** Rendered with each of its changes: the row's record may have just arrived. */
  readonly grid: GridModel;
  /** The row of the current search result, if there is one. */
  readonly hit: number | null;
  /** The search text. */
  readonly search: string;
}

/** A cell found by a search. */
interface Found {
  readonly recordId: string;
  readonly column: number;
  readonly search: string;
}

/**
 * Selects the matching cell in the row of the current search result, leaving the focus in the search box. After the
 * search, selects the same cell among all rows.
 */
export function SearchHit({ grid: { state, viewport }, hit, search }: SearchHitProps): null {
  const { reveal } = viewport;
  const come = useRef<number | null>(null);
  const found = useRef<Found | null>(null);
  useEffect(() => {
    const grid = state();
    if (hit !== null && hit === come.current) {
      found.current = foundBy(search, grid) ?? found.current;
      return;
    }
    if (hit === null) {
      // The row now holds another record. Clears the selection, unless the focus is in the grid.
      if (come.current !== null && !document.activeElement?.closest("[role$='grid']")) grid.setCursor(idle);
      come.current = null;
      // While other rows are loading, the search results are still shown.
      if (found.current === null || found.current.search === search) return;
      // After clearing the search box, a person may search again.
      if (search === "" && takesKeys(document.activeElement)) return;
      if (search === "") void goTo(found.current, state);
      found.current = null;
      return;
    }
    // Continues after the next render.
    if (revealRow(hit, grid)) return;
    reveal({ row: hit, column: 0 });
    const record = grid.recordAt(hit);
    if (!record) return;
    come.current = hit;
    commit(grid);
    const column = Math.max(
      0,
      grid.columns.findIndex((each) => holds(record.data[each.field.id], each, search)),
    );
    const position = { row: hit, column };
    grid.setCursor(select(position, grid.bounds));
    reveal(position);
  });
  return null;
}

/** The cell of the cursor, as it moved on from the search result. */
function foundBy(search: string, { cursor, recordAt }: GridState): Found | undefined {
  const { row, column } = activeOf(cursor);
  const record = hasSelection(cursor) ? recordAt(row) : undefined;
  return record && { recordId: record.id, column, search };
}

/** Selects a cell at its record's row among all rows, unless the cursor or focus has moved meanwhile. */
async function goTo({ recordId, column }: Found, state: () => GridState): Promise<void> {
  const { listing } = state().services;
  const { activeElement } = document;
  const row = await findRecordRow(recordId, state().services);
  const grid = state();
  const isLeft = grid.cursor.state !== "idle" || document.activeElement !== activeElement;
  if (row === undefined || isLeft || grid.services.listing !== listing) return;
  const cell = { row, column };
  selectRows(grid, { anchor: cell, focus: cell, reach: "cells" }, recordId);
}

/** True if the cell's plain or displayed text contains the search text. */
function holds(value: unknown, { field }: GridColumn, search: string): boolean {
  if (isBlank(value)) return false;
  const { toText, display } = fieldType(field.type);
  const wanted = search.toLowerCase();
  const texts = [toText(value, field.template), display(value, field.template)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
