import { Settings2, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { typesFor } from "@/components/fields/field-choices";
import { fullTemplate } from "@/components/fields/templates/template";
import { templateEditors } from "@/components/fields/templates/template-editors";
import { TemplateForm } from "@/components/fields/templates/template-form";
import { typeChoice } from "@/components/fields/type-choice";
import type { Problems } from "@/components/forms/problems";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { fieldTypes } from "@/lib/field-types";
import { type ColumnDraft, type FoundColumn, type Misfits, suggestionsFor } from "./column-draft";

interface NewFieldInputsProps {
  readonly found: FoundColumn;
  readonly draft: ColumnDraft;
  /** True for the field that names each record. */
  readonly isPrimary?: boolean;
  readonly misfits: Misfits | undefined;
  readonly problems: Problems;
  readonly onChange: (to: Partial<ColumnDraft>) => void;
  /** Further content below the name. */
  readonly children?: ReactNode;
}

/** Edits the new field that takes a column: name, type and the type's settings. */
export function NewFieldInputs(props: NewFieldInputsProps) {
  const { found, draft, isPrimary = false, misfits, problems, onChange, children } = props;
  const { index, name, type, template } = draft;
  const path = `columns[${index}]`;
  const [isWanted, setWanted] = useState(false);
  const settingsId = useId();
  const isOpen = isWanted || Object.keys(problems).some((key) => key.startsWith(`${path}.template`));
  const whole = fullTemplate(draft);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <div className="flex items-start gap-2">
        <TextField
          label="Field name"
          hideLabel
          value={name}
          onChange={(next) => onChange({ name: next })}
          error={problems[`${path}.name`]}
          className="flex-1 basis-0"
        />
        <SelectField
          label="Field type"
          hideLabel
          value={type}
          choices={typesFor(isPrimary ? 0 : 1, type)
            .filter(({ isComputed }) => !isComputed)
            .map(typeChoice)}
          onChange={(next) => onChange({ type: next })}
          error={problems[`${path}.type`]}
          className="flex-1 basis-0"
        />
        <IconButton
          icon={Settings2}
          label={`Settings of ${name || found.name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? settingsId : undefined}
          disabled={!Object.keys(whole).some((key) => key in templateEditors)}
          onClick={() => setWanted(!isWanted)}
        />
      </div>
      {children}
      {misfits && <MisfitsText misfits={misfits} type={type} />}
      <Suggestions found={found} draft={draft} onChange={onChange} />
      {isOpen && (
        <div id={settingsId}>
          <TemplateForm
            template={whole}
            onChange={(key, value) => onChange({ template: { ...template, [key]: value } })}
            problems={problems}
            path={`${path}.template`}
          />
        </div>
      )}
    </div>
  );
}

/** The number of cells that do not fit a type. */
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

/** The types that fit nearly all cells, as buttons. */
function Suggestions({ found, draft, onChange }: Pick<NewFieldInputsProps, "found" | "draft" | "onChange">) {
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
