"use client";

import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { typesFor } from "@/components/fields/field-choices";
import { fullTemplate } from "@/components/fields/templates/template";
import { TemplateForm } from "@/components/fields/templates/template-form";
import { typeChoice } from "@/components/fields/type-choice";
import type { Problems } from "@/components/forms/problems";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { DraftField, TableDraftAction } from "./table-draft";

interface FieldRowProps {
  field: DraftField;
  index: number;
  /** The number of fields. */
  count: number;
  edit: (action: TableDraftAction) => void;
  problems: Problems;
}

/** Edits one field of a new table: name, type and the type's settings. */
export function FieldRow({ field, index, count, edit, problems }: FieldRowProps) {
  const { key, name, type, template } = field;
  const path = `fields[${index}]`;
  const change = (to: Partial<DraftField>) => edit({ do: "change", key, to });
  return (
    <li data-field={key} className="border-border border-b py-3 first:pt-0 last:border-b-0">
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{`Field ${index + 1}`}</legend>
        <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
          <TextField
            label="Field name"
            hideLabel
            value={name}
            onChange={(next) => change({ name: next })}
            error={problems[`${path}.name`]}
            placeholder="Field name"
            className="basis-full sm:flex-1 sm:basis-0"
            data-focus="name"
          />
          <SelectField
            label="Field type"
            hideLabel
            value={type}
            choices={typesFor(index, type).map(typeChoice)}
            onChange={(next) => change({ type: next })}
            error={problems[`${path}.type`]}
            className="flex-1 basis-0"
          />
          <MoveAndRemove field={field} index={index} count={count} edit={edit} />
        </div>
        <TemplateForm
          template={fullTemplate(field)}
          onChange={(templateKey, value) => change({ template: { ...template, [templateKey]: value } })}
          problems={problems}
          path={`${path}.template`}
        />
        {index === 0 && (
          <p className="text-muted text-xs">
            <strong className="font-semibold text-accent">Primary</strong>: names each record. Only some types
            can be primary.
          </p>
        )}
      </fieldset>
    </li>
  );
}

function MoveAndRemove({ field, index, count, edit }: Omit<FieldRowProps, "problems">) {
  const { key } = field;
  const called = field.name.trim() === "" ? `field ${index + 1}` : `“${field.name}”`;
  return (
    <div className="flex">
      <IconButton
        icon={ArrowUp}
        label={`Move ${called} up`}
        disabled={index === 0}
        onClick={() => edit({ do: "move", key, by: -1 })}
        data-focus="up"
      />
      <IconButton
        icon={ArrowDown}
        label={`Move ${called} down`}
        disabled={index === count - 1}
        onClick={() => edit({ do: "move", key, by: 1 })}
        data-focus="down"
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${called}`}
        disabled={count === 1}
        onClick={() => edit({ do: "remove", key })}
      />
    </div>
  );
}
