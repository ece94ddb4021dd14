import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Cell } from "@/components/cells/cell";
import { cellIdOf, cellOf } from "@/components/cells/cell";
import type { GridColumn } from "@/components/cells/columns";
import { editorOf, firstDraft, typedInto } from "@/components/cells/editors";
import type { EditorActions } from "@/components/cells/editors/editor";
import { showsFailedText } from "@/components/cells/failed-text";
import { clearFailure, discardFailure, isDraftChanged, writeDraft } from "@/components/cells/write-draft";
import type { EditStore } from "@/components/edits/edit-store";
import type { Opened } from "@/components/edits/edits";
import { notifyNotSaved } from "@/components/edits/not-saved";
import { isSameValue } from "@/components/edits/same-value";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import type { Record } from "@/lib/contract/records";

/** The field being edited and its draft. */
interface OpenEditor {
  readonly column: GridColumn;
  readonly record: Record;
  readonly draft: string;
  readonly opened: Opened;
}

/** Actions on the fields of a record; stable between renders. */
export interface RecordControls {
  readonly actions: EditorActions;
  /** Opens the editor of a field, or toggles a value without an editor. */
  readonly begin: (column: GridColumn) => void;
  /** Handles text typed while the editor is closed. */
  readonly startTyping: (column: GridColumn, text: string) => void;
  /** Empties a field, or shows its value again if it shows text that was not saved. */
  readonly clear: (column: GridColumn) => void;
  readonly cancel: () => void;
  /** True, once, if the field whose editor has just closed should get the focus. */
  readonly takeFocus: () => boolean;
}

export interface RecordEditor {
  readonly editing: { readonly fieldId: string; readonly draft: string } | null;
  readonly controls: RecordControls;
}

/** Edits one field of a record at a time, through the edits of its table. */
export function useRecordEditor(record: Record, store: EditStore): RecordEditor {
  const [open, draw] = useState<OpenEditor | null>(null);
  // The current state: several keys may arrive before the next render.
  const latest = useRef<OpenEditor | null>(null);
  const shown = useRef(record);
  useLayoutEffect(() => {
    shown.current = record;
  });
  const isFocusWanted = useRef(false);

  const controls = useMemo((): RecordControls => {
    const world = { store, onNotSaved: notifyNotSaved };
    function set(next: OpenEditor | null): void {
      latest.current = next;
      draw(next);
    }
    function cellIn(column: GridColumn): Cell {
      return cellOf(column, shown.current, store);
    }
    /** Closes the editor and writes the draft. */
    function commit(): void {
      const before = latest.current;
      if (!before) return;
      set(null);
      // Takes the record with its latest changes, unless another record is shown meanwhile.
      const edited = shown.current.id === before.record.id ? shown.current : before.record;
      writeDraft(cellOf(before.column, edited, store), before, world);
    }
    function openEditor(cell: Cell, draft: string): void {
      const opened = store.open(cellIdOf(cell), cell.value);
      set({ column: cell.column, record: shown.current, draft, opened });
    }
    function write(cell: Cell, value: unknown): void {
      if (isSameValue(cell.value, value)) clearFailure(cell, { store });
      else void store.write({ edits: [{ ...cellIdOf(cell), value, draft: "" }] });
    }
    const actions: EditorActions = {
      isOpenOn({ recordId, fieldId }) {
        const { record: edited, column } = latest.current ?? {};
        return edited?.id === recordId && column?.field.id === fieldId;
      },
      type(draft) {
        if (latest.current) set({ ...latest.current, draft });
      },
      commit() {
        isFocusWanted.current = latest.current !== null;
        commit();
      },
      leave: commit,
    };
    return {
      actions,
      begin(column: GridColumn): void {
        commit();
        const cell = cellIn(column);
        const { Editor, toggled } = editorOf(column);
        const draft = cell.failure?.draft ?? firstDraft(column, cell.value);
        if (Editor) openEditor(cell, draft);
        else if (toggled) write(cell, toggled(cell.value));
      },
      startTyping(column: GridColumn, text: string): void {
        const cell = cellIn(column);
        const doing = typedInto(column, text, cell.value);
        if (doing === "nothing") return;
        if ("open" in doing) openEditor(cell, doing.open);
        else writeDraft(cell, { draft: doing.commit }, world);
      },
      clear(column: GridColumn): void {
        const cell = cellIn(column);
        if (showsFailedText(cell)) discardFailure(cell, { store });
        else write(cell, column.fieldType.empty);
      },
      cancel(): void {
        isFocusWanted.current = true;
        if (latest.current) discardFailure(cellIn(latest.current.column), { store });
        set(null);
      },
      takeFocus(): boolean {
        const isWanted = isFocusWanted.current;
        isFocusWanted.current = false;
        return isWanted;
      },
    };
  }, [store]);

  // Saves the draft, however the record disappears from the screen.
  const { actions } = controls;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of record ends the edit
  useLayoutEffect(() => () => actions.commit(), [actions, record.id]);
  useAskBeforeLeaving(open !== null && isDraftChanged(open.column, open));

  const editing = open && { fieldId: open.column.field.id, draft: open.draft };
  return { editing, controls };
}
