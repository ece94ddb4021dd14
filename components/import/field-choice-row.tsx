import { memo, useMemo } from "react";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import type { ColumnDraft, FoundColumn, Misfits } from "./column-draft";
import { MisfitsText } from "./column-row";
import { Examples } from "./examples";
import { withField } from "./import-draft";
import { writableFields } from "./match-fields";

interface FieldChoiceRowProps {
  readonly found: FoundColumn;
  readonly draft: ColumnDraft;
  readonly fields: readonly Field[];
  readonly misfits: Misfits | undefined;
  readonly onChange: (index: number, to: Partial<ColumnDraft>) => void;
}

/** Chooses the field of an existing table that takes a column. */
export const FieldChoiceRow = memo(function FieldChoiceRow(props: FieldChoiceRowProps) {
  const { found, draft, fields, misfits, onChange } = props;
  const choices = useMemo(() => fieldChoices(fields), [fields]);
  const field = fields.find(({ id }) => id === draft.fieldId);
  return (
    <li className="flex flex-col gap-1 border-border border-b py-2.5 [content-visibility:auto] [contain-intrinsic-size:auto_4.5rem] first:pt-0 last:border-b-0">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1 basis-0">
          <p dir="auto" className="truncate font-medium" title={found.name}>
            {found.name}
          </p>
          <Examples texts={found.examples} />
        </div>
        <SelectField
          label={`Field for ${found.name}`}
          hideLabel
          value={draft.fieldId ?? skipped}
          choices={choices}
          onChange={(next) => onChange(draft.index, withField(draft, next === skipped ? null : next))}
          className="flex-1 basis-0"
        />
      </div>
      {field && misfits && <MisfitsText misfits={misfits} type={field.type} />}
    </li>
  );
});

/** No id of a field. */
const skipped = "";

function fieldChoices(fields: readonly Field[]): Choice[] {
  return [
    { value: skipped, label: "Don't import" },
    ...writableFields(fields).map(({ id, name, type }) => ({
      value: id,
      label: name,
      icon: <FieldTypeIcon type={type} className="text-muted" />,
    })),
  ];
}
