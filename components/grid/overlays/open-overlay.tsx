import type { ReactNode, RefObject } from "react";
import type { Command } from "@/components/commands/command";
import { commandList } from "@/components/commands/command-list";
import { useHeldRows } from "@/components/listing/hold-rows";
import { countOf } from "@/components/listing/range";
import { KeysDialog } from "@/components/open-table/overlays/keys-dialog";
import type { OverlayProps } from "@/components/open-table/overlays/overlay-props";
import { Palette } from "@/components/open-table/palette/palette";
import { counted } from "@/components/tasks/counted";
import { Confirm } from "@/components/ui/dialog";
import { run, whyOff } from "../commands/commands";
import { goToField } from "../commands/go-to-field";
import { rowsOf } from "../cursor/selection";
import { type GridState, selectedAreas } from "../grid-state";
import type { Overlay, PasteAnswer } from "../overlay";
import { CellMenu } from "./cell-menu";
import { CopyDialog } from "./copy-dialog";
import { focusTarget } from "./focus-target";
import { PasteDialog } from "./paste-dialog";

export interface OpenOverlayProps {
  readonly overlay: Overlay;
  readonly onClose: () => void;
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly state: () => GridState;
  /** Adds a record at the end. */
  readonly onAdd: () => void;
}

/** Renders the open overlay. */
export function OpenOverlay({ overlay, onClose, gridRef, state, onAdd }: OpenOverlayProps) {
  const shared: OverlayProps = { onClose, finalFocus: () => focusTarget(gridRef.current) };
  function choose(command: Command): void {
    onClose();
    const grid = state();
    grid.services.takeFocus();
    run(command, grid);
  }
  function answer(...given: Parameters<PasteAnswer>): void {
    onClose();
    if ("onAnswer" in overlay) overlay.onAnswer(...given);
  }
  switch (overlay.is) {
    case "menu":
      return (
        <CellMenu
          {...shared}
          at={overlay.at}
          gridRef={gridRef}
          isOneRow={countOf(rowsOf(selectedAreas(state()))) === 1}
          onChoose={choose}
          whyOff={(command) => whyOff(command, state())}
        />
      );
    case "commands":
      return (
        <Palette
          {...shared}
          commands={commandList}
          onChoose={choose}
          onField={(id) => goToField(id, state())}
          onAdd={onAdd}
        />
      );
    case "keys":
      return <KeysDialog {...shared} commands={commandList} isOfGrid />;
    case "paste":
      return (
        <HoldRows of={state}>
          <PasteDialog {...shared} facts={overlay.facts} creation={overlay.creation} onAnswer={answer} />
        </HoldRows>
      );
    case "copy":
      return <CopyDialog {...shared} onCopy={overlay.onCopy} />;
    case "delete":
      return (
        <HoldRows of={state}>
          <Confirm
            open
            title={`Delete ${counted(overlay.rows, "record")}?`}
            description="They will move to the trash. You can restore them from there."
            words={{ confirm: "Delete", cancel: "Keep" }}
            onConfirm={() => answer(true)}
            onCancel={() => answer(false)}
          />
        </HoldRows>
      );
  }
}

/** Keeps rows in place while a dialog asks about them, so that it concerns the rows in view. */
function HoldRows({ of: state, children }: { of: () => GridState; children: ReactNode }) {
  useHeldRows(state().services.listing.tableId, true);
  return children;
}
