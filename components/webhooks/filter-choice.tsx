import { FilterForm } from "@/components/toolbar/filter-form";
import type { DraftPartProps } from "./draft-part";
import type { ReportedTable } from "./reported";
import { onlyTableOf } from "./webhook-draft";

interface FilterChoiceProps extends DraftPartProps {
  readonly tables: readonly ReportedTable[];
}

/** Edits the conditions of the records to report, which exactly one table can have. */
export function FilterChoice({ draft, edit, error, tables }: FilterChoiceProps) {
  const table = tables.find(({ id }) => id === onlyTableOf(draft));
  if (!table) return error === undefined ? null : <p className="text-danger">{error}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium text-dense text-muted">Filter</legend>
      <div className="-mx-3">
        {/* Another table has other fields. */}
        <FilterForm
          key={table.id}
          fields={table.fields}
          filter={draft.filters[table.id] ?? null}
          onChange={(filter) => edit({ filters: { ...draft.filters, [table.id]: filter } })}
          isForAll
          emptyText="All records are reported. Add a condition to report fewer."
        />
      </div>
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
