import { type RefObject, useEffect } from "react";
import { isReadOnly } from "@/components/cells/editors";
import { pasteFiles } from "../clipboard/paste-files";
import { selectCell } from "../commands/commands";
import type { Position } from "../cursor/steps";
import type { GridState } from "../grid-state";
import { positionOf } from "../pointer/hit";
import type { Inputs } from "./use-inputs";

interface FileDropProps {
  readonly state: () => GridState;
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly inputs: Inputs;
  /** Highlights the cell that files are dragged over. */
  readonly show: (cell: Position | null) => void;
}

/** Uploads files dropped on a cell of a file field. Drops elsewhere are left to other handlers. */
export function FileDrop({ state, gridRef, inputs, show }: FileDropProps): null {
  useEffect(() => {
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    document.addEventListener("dragover", onDragOver, listening);
    document.addEventListener("dragleave", onDragLeave, listening);
    document.addEventListener("drop", onDrop, listening);
    return () => stop.abort();

    function onDragOver(event: DragEvent): void {
      const cell = isOfFiles(event) ? filesCellAt(event.target) : undefined;
      show(cell ?? null);
      if (!cell || !isOfFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    }
    function onDragLeave({ relatedTarget }: DragEvent): void {
      if (relatedTarget === null) show(null);
    }
    function onDrop(event: DragEvent): void {
      show(null);
      const cell = isOfFiles(event) ? filesCellAt(event.target) : undefined;
      if (!cell || !isOfFiles(event)) return;
      event.preventDefault();
      const grid = state();
      inputs.cancelQueued();
      grid.services.takeFocus();
      selectCell(cell, grid);
      pasteFiles([...event.dataTransfer.files], state());
    }
    /** The file-field cell an event targets, if its record is loaded. */
    function filesCellAt(target: EventTarget | null): Position | undefined {
      const isInGrid = target instanceof Element && gridRef.current?.contains(target);
      const position = isInGrid ? positionOf(target) : undefined;
      const { columns, recordAt } = state();
      const column = position && recordAt(position.row) && columns[position.column];
      return column?.fieldType.storage === "files" && !isReadOnly(column) ? position : undefined;
    }
  }, [state, gridRef, inputs, show]);
  return null;
}

type FileDragEvent = DragEvent & { readonly dataTransfer: DataTransfer };

/** True for file drags that no other element has handled. */
function isOfFiles(event: DragEvent): event is FileDragEvent {
  return !event.defaultPrevented && event.dataTransfer?.types.includes("Files") === true;
}
