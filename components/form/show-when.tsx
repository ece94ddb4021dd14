import { useState } from "react";
import { draftOf, filterOf } from "@/components/toolbar/filter-draft";
import { FilterForm } from "@/components/toolbar/filter-form";
import type { Field } from "@/lib/contract/fields";
import type { Filter } from "@/lib/contract/filters";

interface ShowWhenProps {
  /** The fields that are asked for before. */
  readonly fields: readonly Field[];
  readonly filter: Filter | null;
  readonly onChange: (filter: Filter | null) => void;
}

/** Edits the conditions under which a question is shown. */
export function ShowWhen({ fields, filter, onChange }: ShowWhenProps) {
  const [draft, setDraft] = useState({ key: 0, filter });
  // Another person, or undo, has changed them: the form begins anew.
  if (!isSame(filter, draft.filter)) setDraft({ key: draft.key + 1, filter });
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium text-dense text-muted">Show only when</legend>
      {fields.length === 0 ? (
        <p className="text-muted">Always shown: conditions are about questions that come before.</p>
      ) : (
        <div className="-mx-3">
          <FilterForm
            key={draft.key}
            fields={fields}
            filter={filter}
            emptyText="Always shown. Add a condition on questions that come before."
            isForAll
            isOfFields
            onChange={(next) => {
              setDraft({ ...draft, filter: next });
              onChange(next);
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

function isSame(one: Filter | null, other: Filter | null): boolean {
  return JSON.stringify(filterOf(draftOf(one))) === JSON.stringify(filterOf(draftOf(other)));
}
