import { useOpenTable } from "@/components/open-table/open-table";
import type { Filter } from "@/lib/contract/filters";
import { isLink } from "@/lib/field-types";
import { LinkedFilter } from "./linked-filter";
import type { OwnFormProps } from "./own-form";
import { LinkChoice } from "./rollup-form";

/** A count in words: "Number of Deals". */
export function CountForm(props: OwnFormProps) {
  const { template, onChange, problems, path } = props;
  const { table } = useOpenTable();
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap items-start gap-2">
        <legend className="mb-1 font-medium text-dense text-muted">Count</legend>
        <span className="flex h-8 items-center text-muted">Number of</span>
        <LinkChoice {...props} links={table.fields.filter(isLink)} />
      </fieldset>
      <LinkedFilter
        linkFieldId={template.linkFieldId}
        filter={(template.filter ?? null) as Filter | null}
        onChange={(filter) => onChange({ filter })}
        problem={problems[`${path}.filter`]}
      />
    </div>
  );
}
