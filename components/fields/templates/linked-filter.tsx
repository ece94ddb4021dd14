import { useState } from "react";
import { CheckField } from "@/components/ui/check-field";
import type { Filter } from "@/lib/contract/filters";
import { useFilterEditor } from "./filter-editor";
import { useLinkedTable } from "./use-linked-table";

interface LinkedFilterProps {
  linkFieldId: unknown;
  filter: Filter | null;
  onChange: (filter: Filter | null) => void;
  problem: string | undefined;
}

/** Limits a rollup or count to some of the linked records. */
export function LinkedFilter({ linkFieldId, filter, onChange, problem }: LinkedFilterProps) {
  const linked = useLinkedTable(linkFieldId);
  const FilterEditor = useFilterEditor();
  const [isShown, setShown] = useState(filter !== null);
  if (!linked) return null;
  return (
    <div className="flex flex-col gap-1">
      <CheckField
        label={`Only some ${linked.name}`}
        value={isShown}
        onChange={(next) => {
          setShown(next);
          if (!next) onChange(null);
        }}
      />
      {isShown && (
        <div className="-mx-3 flex flex-col">
          {/* Another table has other fields, so its filter starts empty. */}
          <FilterEditor
            key={linked.id}
            fields={linked.fields}
            filter={filter}
            onChange={onChange}
            isComputed
            emptyText="All linked records count. Add a condition to leave some out."
          />
        </div>
      )}
      {problem && <p className="text-danger text-dense">{problem}</p>}
    </div>
  );
}
