import { memo } from "react";
import type { Problems } from "@/components/forms/problems";
import { CheckField } from "@/components/ui/check-field";
import type { ColumnDraft, FoundColumn, Misfits } from "./column-draft";
import { Examples } from "./examples";
import { NewFieldInputs } from "./new-field-inputs";

interface ColumnRowProps {
  readonly found: FoundColumn;
  readonly draft: ColumnDraft;
  /** True for the first imported column, whose field names each record. */
  readonly isPrimary: boolean;
  readonly misfits: Misfits | undefined;
  readonly problems: Problems;
  readonly onChange: (index: number, to: Partial<ColumnDraft>) => void;
}

/** A column of the file, and the field of a new table that takes it. */
export const ColumnRow = memo(function ColumnRow({ onChange, ...props }: ColumnRowProps) {
  const { found, draft, isPrimary } = props;
  const { index, isSkipped } = draft;
  const change = (to: Partial<ColumnDraft>) => onChange(index, to);
  const examples = <Examples texts={found.examples} isPrimary={isPrimary} />;
  return (
    <li className="border-border border-b py-2.5 [content-visibility:auto] [contain-intrinsic-size:auto_5.5rem] first:pt-0 last:border-b-0">
      <fieldset className="flex min-w-0 items-start gap-2">
        <legend className="sr-only">{`Column ${index + 1}: ${found.name}`}</legend>
        <CheckField
          label={`Import ${found.name}`}
          hideLabel
          value={!isSkipped}
          onChange={(isKept) => change({ isSkipped: !isKept })}
        />
        {isSkipped ? (
          <div className="min-w-0 flex-1 text-muted">
            <p dir="auto" className="truncate leading-8">
              {found.name}
            </p>
            {examples}
          </div>
        ) : (
          <NewFieldInputs {...props} onChange={change}>
            {examples}
          </NewFieldInputs>
        )}
      </fieldset>
    </li>
  );
});
