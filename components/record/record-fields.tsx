import { useMemo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { errorOf } from "@/components/cells/computed-notes";
import type { EditStore } from "@/components/edits/edit-store";
import { failureOf, type RecordEdits, shownValue } from "@/components/edits/edits";
import { useOpenTable } from "@/components/open-table/open-table";
import { useIsLocked } from "@/components/rights/rights";
import type { Record } from "@/lib/contract/records";
import { recordColumns } from "./columns";
import { RecordField } from "./record-field";
import { useRecordEditor } from "./use-record-editor";

interface RecordFieldsProps {
  readonly record: Record;
  readonly edits: RecordEdits | undefined;
  readonly store: EditStore;
}

/** All fields of a record: those the view shows in its order, then the hidden ones. */
export function RecordFields({ record, edits, store }: RecordFieldsProps) {
  const { table, view } = useOpenTable();
  const isLocked = useIsLocked();
  const columns = useMemo(
    () => recordColumns(table, view.config, { isLocked }),
    [table, view.config, isLocked],
  );
  const { editing, controls } = useRecordEditor(record, store);

  function fieldOf(column: GridColumn) {
    const { id } = column.field;
    return (
      <RecordField
        key={id}
        column={column}
        recordId={record.id}
        value={shownValue(edits, id, record.data[id])}
        error={errorOf(record, id)}
        failure={failureOf(edits, id)}
        draft={editing?.fieldId === id ? editing.draft : null}
        controls={controls}
      />
    );
  }

  return (
    <div className="flex flex-col gap-3 p-4 max-sm:pb-28">
      {columns.shown.map(fieldOf)}
      {columns.hidden.length > 0 && (
        <section aria-label="Hidden in this view" className="flex flex-col gap-3">
          <h3 className="mt-2 border-border border-t pt-3 font-medium text-muted">Hidden in this view</h3>
          {columns.hidden.map(fieldOf)}
        </section>
      )}
    </div>
  );
}
