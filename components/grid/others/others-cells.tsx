import { type CSSProperties, useEffect } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { optionStyle } from "@/components/fields/option-style";
import { colorOfPerson } from "@/components/fields/person-color";
import { goToCellsBy } from "@/components/presence/go-to-cell";
import { usePeopleHere } from "@/components/presence/people-here";
import { selectedCell } from "@/components/presence/selected-cell";
import { initialsOf } from "@/components/ui/initials";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";
import type { GridModel } from "../use-grid";
import { goToShownCell } from "./go-to-shown-cell";

interface OthersCellsProps {
  readonly grid: GridModel;
  /** The top of a row in the layer of rows; undefined if the row is not drawn. */
  readonly topOfRow: (row: number) => number | undefined;
}

/** Outlines the cells that other people have selected. A layer above the rows, so that their moves render no row. */
export function OthersCells({ grid, topOfRow }: OthersCellsProps) {
  const { columns, records, services, viewport } = grid;
  usePresenceOf(grid);
  const people = usePeopleHere(services.listing.databaseId);
  return people.map((person, index) => {
    const { personId, at } = person;
    const row = at.cell ? records.rowOf(at.cell.recordId) : undefined;
    const top = row === undefined ? undefined : topOfRow(row);
    const column = columns.all.find(({ field }) => field.id === at.cell?.fieldId);
    // Scrolled out of view, or hidden here.
    if (top === undefined || !column) return null;
    const { outline, label } = looksOf(personId);
    const { rowHeight } = viewport.layout;
    // At the same cell, labels are side by side on the outline of the first person.
    const before = people.slice(0, index).filter((other) => isSameCell(other, person)).length;
    return (
      <div
        key={personId}
        aria-hidden
        className="pointer-events-none absolute inset-x-0"
        style={{ top, height: rowHeight }}
      >
        <div className={isFrozen(column, grid) ? frozenLook : scrollingLook}>
          <div
            data-person-cell={personId}
            className="absolute inset-y-0 border-2 border-transparent"
            style={{ ...(before === 0 && outline), insetInlineStart: column.left, width: column.width }}
          >
            {/* On the upper edge, which the header would cover in the first row. */}
            <span
              className={`${labelLook} ${row === 0 ? "-top-0.5" : "-top-2"}`}
              style={{ ...label, insetInlineEnd: before * labelWidth - outlineWidth }}
            >
              {initialsOf(nameOfPerson(person))}
            </span>
          </div>
        </div>
      </div>
    );
  });
}

/** Reports this grid's active cell to others, and lets the toolbar go to theirs. */
function usePresenceOf({ activeCell, state }: GridModel): void {
  useEffect(() => selectedCell.set(activeCell));
  useEffect(() => () => selectedCell.set(null), []);
  useEffect(() => goToCellsBy((cell) => void goToShownCell(cell, state)), [state]);
}

function isFrozen({ isPinned }: GridColumn, { viewport }: GridModel): boolean {
  return isPinned && viewport.frame.isFrozen;
}

/** Above frozen cells. */
const frozenLook = "sticky start-0 z-10 h-full w-0";
/** Above cells, but below the frozen ones that they scroll under. */
const scrollingLook = "absolute inset-y-0 start-0 z-1 w-0";

const labelLook = "absolute rounded-sm px-1 font-semibold text-[10px] leading-3.5";
/** In pixels. */
const labelWidth = 26;
const outlineWidth = 2;

function isSameCell(one: PresentPerson, { at: { cell } }: PresentPerson): boolean {
  return one.at.cell?.recordId === cell?.recordId && one.at.cell?.fieldId === cell?.fieldId;
}

function looksOf(personId: string): { readonly outline: CSSProperties; readonly label: CSSProperties } {
  const { color, backgroundColor } = optionStyle(colorOfPerson(personId));
  return { outline: { borderColor: color }, label: { color: backgroundColor, backgroundColor: color } };
}
