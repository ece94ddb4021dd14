import { useMay } from "@/components/rights/rights";
import { CheckField } from "@/components/ui/check-field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import type { ImportMode } from "@/lib/contract/import-call";
import { fieldTypeOf } from "@/lib/field-types";
import { changeMode, type ImportDraft, matchableFields } from "./import-draft";

interface RowSettingsProps {
  readonly draft: ImportDraft;
  readonly fields: readonly Field[];
  readonly mayAddOptions: boolean;
  readonly problem: string | undefined;
  readonly onChange: (draft: ImportDraft) => void;
}

/** The settings by which rows become records of an existing table. */
export function RowSettings({ draft, fields, mayAddOptions, problem, onChange }: RowSettingsProps) {
  const { mode, clearEmpty, addOptions } = draft;
  const mayUpdate = useMay("update-records");
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label="Rows"
        value={mode}
        choices={mayUpdate ? modes : modes.filter(({ value }) => value === "create")}
        onChange={(next) => onChange(changeMode(draft, next as ImportMode, fields))}
      />
      {mode !== "create" && (
        <>
          <MatchFields draft={draft} fields={fields} problem={problem} onChange={onChange} />
          <CheckField
            label="Clear cells that are empty in the file"
            value={clearEmpty}
            onChange={(next) => onChange({ ...draft, clearEmpty: next })}
          />
        </>
      )}
      {mayAddOptions && takesNewOptions(draft, fields) && (
        <CheckField
          label="Add missing options and linked records"
          value={addOptions}
          onChange={(next) => onChange({ ...draft, addOptions: next })}
        />
      )}
    </div>
  );
}

const modes: readonly (Choice & { readonly value: ImportMode })[] = [
  { value: "create", label: "Add each row as a new record" },
  { value: "upsert", label: "Update records that match, add the others" },
  { value: "update", label: "Only update records that match" },
];

type MatchFieldsProps = Pick<RowSettingsProps, "draft" | "fields" | "problem" | "onChange">;

/** The fields that identify a record. */
function MatchFields({ draft, fields, problem, onChange }: MatchFieldsProps) {
  const offered = matchableFields(draft, fields);
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="font-medium text-dense text-muted">Update rows that match on</legend>
      {offered.length === 0 && (
        <p className="text-muted text-xs">
          Assign a column to a text, number, date or single select field first.
        </p>
      )}
      <div className="flex flex-wrap gap-x-4">
        {offered.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            value={draft.matchOn.includes(id)}
            onChange={(isChosen) => {
              const others = draft.matchOn.filter((each) => each !== id);
              onChange({ ...draft, matchOn: isChosen ? [...others, id] : others });
            }}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-danger text-dense">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** True if unknown labels of a column could become options or records. */
function takesNewOptions({ columns }: ImportDraft, fields: readonly Field[]): boolean {
  return columns.some(({ fieldId }) => {
    const field = fields.find(({ id }) => id === fieldId);
    const type = field && fieldTypeOf(field);
    return type !== undefined && (type.optionsFrom !== undefined || type.storage === "links");
  });
}
