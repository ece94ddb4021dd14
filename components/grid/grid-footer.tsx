import { Command, Keyboard, Plus } from "lucide-react";
import { countWaiting, type Edits, type Failure } from "@/components/edits/edits";
import { unsavedText } from "@/components/edits/edits-texts";
import { groupsCutText } from "@/components/groups/group-texts";
import { countText } from "@/components/listing/use-records";
import { IfAllowed } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { maxGroups } from "@/lib/contract/aggregate-functions";
import type { AddRowProps } from "./add-row";
import { areasOf } from "./cursor/cursor";
import { countCells } from "./cursor/selection";
import type { GridModel } from "./use-grid";

const SelectionSummary = onDemand(
  async () => (await import("./summary/selection-summary")).SelectionSummary,
  { takesFocus: false },
);

interface GridFooterProps {
  readonly grid: GridModel;
  readonly edits: Edits;
  /** The failure of the active cell. */
  readonly failure: Failure | undefined;
  /** Adds a row, while the line below the last row is out of view. */
  readonly addRow: AddRowProps | undefined;
}

export function GridFooter({ grid, edits, failure, addRow }: GridFooterProps) {
  const unsaved = countWaiting(edits);
  const isSeveral = countCells(areasOf(grid.cursor, grid.bounds)) > 1;
  return (
    <footer className="group/footer flex h-8 shrink-0 items-center gap-4 border-border border-t bg-background px-3 text-muted">
      {addRow && (
        <IfAllowed action="create-records">
          <Button
            look="quiet"
            aria-disabled={addRow.isAdding}
            onClick={addRow.add}
            onKeyDown={addRow.onKeyDown}
            className="-mx-2"
          >
            <Plus aria-hidden className="size-4" strokeWidth={1.75} />
            New record
          </Button>
        </IfAllowed>
      )}
      <span className="shrink-0 tabular-nums">{countText(grid.count)}</span>
      {grid.grouping.isCut && <span className="shrink-0">{groupsCutText(maxGroups)}</span>}
      <span role="status" className="min-w-0 flex-1 truncate">
        {edits.isUnreachable && unsaved > 0 && (
          <span className="text-danger">{unsavedText(unsaved, edits)}</span>
        )}
      </span>
      {failure && <span className="min-w-0 truncate text-danger">{failure.reason}</span>}
      {isSeveral && <SelectionSummary grid={grid} />}
      <Helpers grid={grid} />
    </footer>
  );
}

/** Buttons for the command palette and the shortcut list, for people without a keyboard. */
function Helpers({ grid: { services } }: { grid: GridModel }) {
  return (
    <span className="-me-2 flex shrink-0">
      <Button look="quiet" title="Commands" onClick={() => services.show({ is: "commands" })}>
        <Command aria-hidden className="size-4" strokeWidth={1.75} />
        <span className={labelLook}>Commands</span>
      </Button>
      <Button look="quiet" title="Keyboard shortcuts" onClick={() => services.show({ is: "keys" })}>
        <Keyboard aria-hidden className="size-4" strokeWidth={1.75} />
        <span className={labelLook}>Shortcuts</span>
      </Button>
    </span>
  );
}

/** Labels give way to the figures of a selection. */
const labelLook = "max-md:sr-only max-lg:group-has-[section]/footer:sr-only";
