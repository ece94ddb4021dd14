import { useQuery } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import { showsRecords } from "@/lib/contract/view-types";
import { linkedTableId } from "./questions";

interface LinkedViewProps {
  readonly field: Field;
  readonly viewId: string | null;
  readonly onChange: (viewId: string) => void;
}

/** Chooses the view whose records a linked record field offers. */
export function LinkedView({ field, viewId, onChange }: LinkedViewProps) {
  const { databaseId } = useOpenTable();
  const { data: table, error } = useQuery(tableQuery({ databaseId, tableId: linkedTableId(field) }));
  const views = table?.views.filter(({ type }) => showsRecords(type)) ?? [];
  const isMissing = table !== undefined && !views.some(({ id }) => id === viewId);
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label={table ? `Offer records of “${table.name}” in` : "Offer records in"}
        value={viewId ?? ""}
        choices={views.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={table ? "Choose a view" : "Loading…"}
        error={
          error?.message ??
          (isMissing ? "This question is not shown until you choose a view of the linked table." : undefined)
        }
        onChange={onChange}
      />
      <p className="text-muted text-xs">
        Anyone with the link to the form can read the names of all records in this view.
      </p>
    </div>
  );
}
