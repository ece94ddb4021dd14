import { Settings2, TriangleAlert } from "lucide-react";
import { memo, useId, useState } from "react";
import { typesFor } from "@/components/fields/field-choices";
import { fullTemplate } from "@/components/fields/templates/template";
import { templateEditors } from "@/components/fields/templates/template-editors";
import { TemplateForm } from "@/components/fields/templates/template-form";
import { typeChoice } from "@/components/fields/type-choice";
import type { Problems } from "@/components/forms/problems";
import { CheckField } from "@/components/ui/check-field";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { fieldTypes } from "@/lib/field-types";
import { type ColumnDraft, type FoundColumn, type Misfits, suggestionsFor } from "./column-draft";
import { Examples } from "./examples";

export interface ColumnRowProps {
  readonly found: FoundColumn;
  readonly draft: ColumnDraft;
  /** True for the first imported column, whose field names each record. */
  readonly isPrimary: boolean;
  readonly misfits: Misfits | undefined;
  readonly problems: Problems;
  readonly onChange: (index: number, to: Partial<ColumnDraft>) => void;
}

/** Edits the field of a new table that takes a column. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { found, draft, isPrimary, misfits, problems, onChange } = props;
  const { index, name, type, isSkipped } = draft;
  const path = `columns[${index}]`;
  const [hasSettings, setHasSettings] = useState(false);
  const settingsId = useId();
  const template = fullTemplate(draft);
  const change = (to: Partial<ColumnDraft>) => onChange(index, to);
  const isConfigurable = Object.keys(template).some((key) => key in templateEditors);
  const isOpen = hasSettings || Object.keys(problems).some((key) => key.startsWith(`${path}.template`));
  return (
    <li className="border-border border-b py-2.5 [content-visibility:auto] [contain-intrinsic-size:auto_5.5rem] first:pt-0 last:border-b-0">
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="sr-only">{`Column ${index + 1}: ${found.name}`}</legend>
        <div className="flex items-start gap-2">
          <CheckField
            label={`Import ${found.name}`}
            hideLabel
            value={!isSkipped}
            onChange={(isKept) => change({ isSkipped: !isKept })}
          />
          <TextField
            label="Field name"
            hideLabel
            value={name}
            onChange={(next) => change({ name: next })}
            error={problems[`${path}.name`]}
            disabled={isSkipped}
            className="flex-1 basis-0"
          />
          {!isSkipped && (
            <>
              <SelectField
                label="Field type"
                hideLabel
                value={type}
                choices={typesFor(isPrimary ? 0 : 1, type)
                  .filter(isImportable)
                  .map(typeChoice)}
                onChange={(next) => change({ type: next })}
                error={problems[`${path}.type`]}
                className="flex-1 basis-0"
              />
              <IconButton
                icon={Settings2}
                label={`Settings of ${name || found.name}`}
                aria-expanded={isOpen}
                aria-controls={isOpen ? settingsId : undefined}
                disabled={!isConfigurable}
                onClick={() => setHasSettings(!hasSettings)}
              />
            </>
          )}
        </div>
        <div className="flex flex-col gap-1.5 ps-6">
          <Examples texts={found.examples} isPrimary={isPrimary && !isSkipped} />
          {!isSkipped && misfits && <MisfitsText misfits={misfits} type={type} />}
          {!isSkipped && <Suggestions found={found} draft={draft} onChange={change} />}
          {!isSkipped && isOpen && (
            <div id={settingsId}>
              <TemplateForm
                template={template}
                onChange={(key, value) => change({ template: { ...draft.template, [key]: value } })}
                problems={problems}
                path={`${path}.template`}
              />
            </div>
          )}
        </div>
      </fieldset>
    </li>
  );
});

/** Values of computed types cannot be imported. */
function isImportable({ isComputed }: { isComputed?: true }): boolean {
  return !isComputed;
}

/** The number of cells that do not fit the chosen type. */
export function MisfitsText({ misfits: { count, of }, type }: { misfits: Misfits; type: string }) {
  if (count === 0) return null;
  const label = fieldTypes.get(type)?.label ?? type;
  return (
    <p className="flex items-start gap-1.5 text-danger text-xs">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={1.75} />
      {`${count.toLocaleString("en")} of ${of.toLocaleString("en")} cells ${count === 1 ? "doesn't" : "don't"} fit ${label}`}
    </p>
  );
}

interface SuggestionsProps extends Pick<ColumnRowProps, "found" | "draft"> {
  readonly onChange: (to: Partial<ColumnDraft>) => void;
}

/** The types that fit nearly all cells, as buttons. */
function Suggestions({ found, draft, onChange }: SuggestionsProps) {
  const suggestions = suggestionsFor(found, draft);
  if (suggestions.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-muted text-xs">
      Suggested:
      {suggestions.map(({ type, template, label }) => (
        <button
          key={type}
          type="button"
          onClick={() => onChange({ type, template })}
          className="min-h-6 rounded px-1 font-medium text-accent hover:bg-hover"
        >
          {label}
        </button>
      ))}
    </p>
  );
}
