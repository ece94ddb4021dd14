import { memo, useMemo } from "react";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { Problems } from "@/components/forms/problems";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import type { ColumnDraft, FoundColumn, Misfits } from "./column-draft";
import { Examples } from "./examples";
import { type Destination, destinationOf, withDestination } from "./import-draft";
import { writableFields } from "./match-fields";
import { MisfitsText, NewFieldInputs } from "./new-field-inputs";

interface FieldChoiceRowProps {
  readonly found: FoundColumn;
  readonly draft: ColumnDraft;
  readonly fields: readonly Field[];
  /** Offers to add a field. */
  readonly mayAddFields: boolean;
  readonly misfits: Misfits | undefined;
  readonly problems: Problems;
  readonly onChange: (index: number, to: Partial<ColumnDraft>) => void;
}

/** A column of the file, and the field of an existing table that takes it, or a new one. */
export const FieldChoiceRow = memo(function FieldChoiceRow(props: FieldChoiceRowProps) {
  const { found, draft, fields, mayAddFields, misfits, problems, onChange } = props;
  const { index, fieldId } = draft;
  const choices = useMemo(() => fieldChoices(fields, mayAddFields), [fields, mayAddFields]);
  const field = fields.find(({ id }) => id === fieldId);
  const destination = destinationOf(draft);
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
          value={keyOf(destination)}
          choices={choices}
          onChange={(next) => onChange(index, withDestination(draft, destinationAt(next)))}
          className="flex-1 basis-0"
        />
      </div>
      {field && misfits && <MisfitsText misfits={misfits} type={field.type} />}
      {destination === "new" && (
        <fieldset className="flex min-w-0 pt-1">
          <legend className="sr-only">{`New field for ${found.name}`}</legend>
          <NewFieldInputs
            found={found}
            draft={draft}
            misfits={misfits}
            problems={problems}
            onChange={(to) => onChange(index, to)}
          />
        </fieldset>
      )}
    </li>
  );
});

/** Keys of the choices besides the ids of fields, which contain no spaces. */
const [skippedKey, newKey] = ["no field", "new field"];

function keyOf(destination: Destination): string {
  if (destination === "new") return newKey;
  return destination === "none" ? skippedKey : destination.fieldId;
}

function destinationAt(key: string): Destination {
  if (key === newKey) return "new";
  return key === skippedKey ? "none" : { fieldId: key };
}

function fieldChoices(fields: readonly Field[], mayAddFields: boolean): Choice[] {
  return [
    { value: skippedKey, label: "Don't import" },
    ...(mayAddFields ? [{ value: newKey, label: "New field" }] : []),
    ...writableFields(fields).map(({ id, name, type }) => ({
      value: id,
      label: name,
      icon: <FieldTypeIcon type={type} className="text-muted" />,
    })),
  ];
}
