"use client";

import { Plus } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { FormActions } from "@/components/forms/form-actions";
import type { Problems } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { SwitchRow } from "@/components/ui/switch-row";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { Field } from "@/lib/contract/fields";
import type { FieldType } from "@/lib/field-types";
import type { Constraints } from "@/lib/field-types/constraints";
import { constraintsFor, type FieldDraft } from "./field-draft";
import { DefaultField } from "./templates/default-field";
import { fieldTemplateEditors } from "./templates/lookup-editors";
import { fullTemplate, type Template } from "./templates/template";
import { TemplateForm } from "./templates/template-form";
import { templateForms } from "./templates/template-forms";
import { typeChoice } from "./type-choice";

interface FieldFormProps {
  draft: FieldDraft;
  onChange: (draft: FieldDraft) => void;
  /** The types to choose from. */
  types: readonly FieldType[];
  /** Template keys that cannot be changed. */
  settled?: readonly string[];
  /** The field as saved, while its type is the same. */
  field?: Field | undefined;
  /** Focuses the first setting of the type. */
  focusesSettings?: boolean;
  problems: Problems;
  /** The label of the button, and its label while saving. */
  words: { save: string; saving: string };
  isBusy: boolean;
  onSubmit: () => void;
  /** Undefined when it is too late to cancel. */
  onCancel: (() => void) | undefined;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Further content. */
  children?: ReactNode;
}

/** Edits a field's name, type and the type's settings. */
export function FieldForm(props: FieldFormProps) {
  const {
    draft,
    onChange,
    types,
    settled = [],
    problems,
    words,
    isBusy,
    onSubmit,
    onCancel,
    children,
  } = props;
  const own = useRef<HTMLFormElement>(null);
  const form = props.formRef ?? own;
  const [submitted, setSubmitted] = useState<Template>();
  /** True once a type is chosen here: its main setting comes next. */
  const [hasChosen, setHasChosen] = useState(false);
  useFocusOnFirstProblem(form, problems);
  const editors = Object.fromEntries(
    Object.entries(fieldTemplateEditors).filter(([key]) => !settled.includes(key)),
  );

  const OwnForm = templateForms[draft.type];

  function changeTemplate(changes: Template) {
    onChange({ ...draft, template: { ...draft.template, ...changes } });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(fullTemplate(draft));
    onSubmit();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <div className="flex flex-wrap gap-3 sm:flex-nowrap">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
            error={problems.name}
            onFocus={(event) => event.currentTarget.select()}
            className="basis-full sm:flex-1 sm:basis-0"
          />
          <SelectField
            label="Type"
            value={draft.type}
            choices={types.map(typeChoice)}
            onChange={(type) => {
              setHasChosen(true);
              onChange({ ...draft, type, template: withoutDefault(draft.template) });
            }}
            error={problems.type}
            className="basis-full sm:flex-1 sm:basis-0"
          />
        </div>
        <DescriptionField
          value={draft.description}
          onChange={(description) => onChange({ ...draft, description })}
          error={problems.description}
        />
        {OwnForm ? (
          <OwnForm
            template={fullTemplate(draft)}
            onChange={changeTemplate}
            submitted={submitted}
            problems={problems}
            path="template"
            field={props.field}
            hasFocus={hasChosen || props.focusesSettings === true}
          />
        ) : (
          <TemplateForm
            template={fullTemplate(draft)}
            onChange={(key, value) => changeTemplate({ [key]: value })}
            problems={problems}
            path="template"
            editors={editors}
          />
        )}
        <DefaultField
          type={draft.type}
          template={fullTemplate(draft)}
          onChange={(value) => changeTemplate({ default: value })}
          problems={problems}
        />
        <ConstraintSwitches draft={draft} onChange={onChange} problems={problems} />
        {children}
      </div>
      <FormActions words={words} isBusy={isBusy} onCancel={onCancel} isFooter />
    </form>
  );
}

/** The settings without the default, which is a value of the earlier type. */
function withoutDefault({ default: _, ...settings }: Template): Template {
  return settings;
}

const constraintTexts: { readonly [Key in keyof Constraints]-?: { label: string; help: string } } = {
  isRequired: { label: "Required", help: "Every record needs a value." },
  isUnique: { label: "Unique values", help: "No two records can have the same value." },
};

/** The rules that the values of such a field can have. */
function ConstraintSwitches({
  draft,
  onChange,
  problems,
}: Pick<FieldFormProps, "draft" | "onChange" | "problems">) {
  const keys = constraintsFor(draft);
  if (keys.length === 0) return null;
  return (
    <div className="-mx-1 flex flex-col gap-1">
      {keys.map((key) => (
        <div key={key}>
          <SwitchRow
            label={constraintTexts[key].label}
            value={draft[key]}
            onChange={(value) => onChange({ ...draft, [key]: value })}
          />
          <p
            role={problems[key] === undefined ? undefined : "alert"}
            className={`px-1 ps-10 text-xs ${problems[key] === undefined ? "text-muted" : "text-danger"}`}
          >
            {problems[key] ?? constraintTexts[key].help}
          </p>
        </div>
      ))}
    </div>
  );
}

interface DescriptionFieldProps {
  readonly value: string;
  readonly onChange: (description: string) => void;
  readonly error: string | undefined;
}

/** The description of the field; a button that adds one while there is none. */
function DescriptionField({ value, onChange, error }: DescriptionFieldProps) {
  const [isOpen, setIsOpen] = useState(value !== "");
  if (!isOpen && error === undefined) {
    return (
      <Button look="quiet" onClick={() => setIsOpen(true)} className="self-start">
        <Plus aria-hidden className="size-4" />
        Add description
      </Button>
    );
  }
  return (
    <TextArea
      label="Description"
      value={value}
      onChange={onChange}
      error={error}
      rows={2}
      placeholder="Explain what belongs here"
      autoFocus={value === ""}
    />
  );
}
