"use client";

import { type ComponentType, useEffect, useState } from "react";
import type { Problems } from "@/components/forms/problems";
import { CheckField } from "@/components/ui/check-field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { type EditorKind, fieldType, type ResolvedType, typingOf } from "@/lib/field-types";
import { me, now } from "@/lib/field-types/default-value";
import type { Template } from "./template";
import { takesKey } from "./template-keys";

interface DefaultFieldProps {
  readonly type: string;
  readonly template: Template;
  /** Called with null for no default. */
  readonly onChange: (value: unknown) => void;
  readonly problems: Problems;
}

/** The default value of a field, for types that can have one. */
export function DefaultField({ type, template, onChange, problems }: DefaultFieldProps) {
  if (!takesKey(fieldType(type), "default", null)) return null;
  const resolved = fieldType(type).resolve(template);
  const Editor = editors[resolved.look.editor];
  if (!Editor) return null;
  const [path, error] = Object.entries(problems).find(([key]) => key.startsWith("template.default")) ?? [];
  return (
    <Editor
      key={type}
      kept={template.default ?? null}
      template={template}
      fieldType={resolved}
      onChange={onChange}
      error={path === undefined ? undefined : error}
    />
  );
}

interface EditorProps {
  /** The default as the template keeps it, or what was typed instead; null for none. */
  readonly kept: unknown;
  readonly template: Template;
  readonly fieldType: ResolvedType;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
}

/** Editors of a default by the editor that cells of the type have. */
const editors: { readonly [Kind in EditorKind]?: ComponentType<EditorProps> } = {
  text: TypedDefault,
  "long-text": TypedDefault,
  number: TypedDefault,
  "multi-select": TypedDefault,
  checkbox: TickedDefault,
  rating: StarsDefault,
  select: OptionDefault,
  date: DateDefault,
  datetime: DateDefault,
  people: PersonDefault,
};

const label = "Default";

/** A default that is typed. Keeps invalid text, so that saving explains what is wrong. */
function TypedDefault({ kept, template, fieldType, onChange, error }: EditorProps) {
  const [text, setText] = useState(() => textOf(kept, { fieldType, template }));
  const Input = fieldType.look.editor === "long-text" ? TextArea : TextField;
  return (
    <Input
      label={label}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(typed === "" ? null : (typingOf(fieldType).fromText(typed, template) ?? typed));
      }}
      error={error}
      placeholder="Empty"
    />
  );
}

function TickedDefault({ kept, onChange }: EditorProps) {
  return (
    <CheckField
      label="Ticked by default"
      value={kept === true}
      onChange={(isTicked) => onChange(isTicked || null)}
      className="self-start"
    />
  );
}

function StarsDefault({ kept, template, onChange, error }: EditorProps) {
  const choices = Array.from({ length: Number(template.maxRating) }, (_, index) => String(index + 1));
  return (
    <ChosenDefault
      value={kept === null ? "" : String(kept)}
      choices={choices.map((value) => ({ value, label: value }))}
      onChange={(stars) => onChange(stars === "" ? null : Number(stars))}
      error={error}
    />
  );
}

function OptionDefault({ kept, template, onChange, error }: EditorProps) {
  const options = (template.options ?? []) as readonly { value?: string; label: string }[];
  const choices = options
    .filter(({ label: text }) => text !== "")
    .map(({ value, label: text }) => ({ value: value ?? text, label: text }));
  const isGone = kept !== null && !choices.some(({ value }) => value === kept);
  useEffect(() => {
    if (isGone) onChange(null);
  }, [isGone, onChange]);
  return (
    <ChosenDefault
      value={isGone ? "" : String(kept ?? "")}
      choices={choices}
      onChange={(value) => onChange(value || null)}
      error={error}
    />
  );
}

function DateDefault(props: EditorProps) {
  const { kept, fieldType, onChange } = props;
  const isDay = fieldType.look.editor === "date";
  const [isFixed, setFixed] = useState(kept !== null && kept !== now);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <ChosenDefault
        value={isFixed ? "fixed" : kept === now ? now : ""}
        choices={[
          { value: now, label: isDay ? "The day of creation" : "The time of creation" },
          { value: "fixed", label: isDay ? "A fixed day" : "A fixed time" },
        ]}
        onChange={(chosen) => {
          setFixed(chosen === "fixed");
          onChange(chosen === now ? now : null);
        }}
        error={isFixed ? undefined : props.error}
      />
      {isFixed && <TypedDefault {...props} kept={kept === now ? null : kept} />}
    </div>
  );
}

function PersonDefault({ kept, onChange, error }: EditorProps) {
  const isOthers = kept !== null && kept !== me;
  return (
    <ChosenDefault
      value={isOthers ? "others" : kept === me ? me : ""}
      choices={[
        { value: me, label: "Whoever creates the record" },
        ...(isOthers ? [{ value: "others", label: "Certain people" }] : []),
      ]}
      onChange={(chosen) => {
        if (chosen !== "others") onChange(chosen || null);
      }}
      error={error}
    />
  );
}

interface ChosenDefaultProps {
  /** Empty for none. */
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function ChosenDefault({ choices, ...rest }: ChosenDefaultProps) {
  return (
    <SelectField
      label={label}
      choices={[{ value: "", label: "Empty" }, ...choices]}
      className="w-52"
      {...rest}
    />
  );
}

interface Typed {
  readonly fieldType: ResolvedType;
  readonly template: Template;
}

/** A kept default as it is typed. */
function textOf(kept: unknown, { fieldType, template }: Typed): string {
  if (kept === null) return "";
  // Invalid text as it was typed.
  if (Array.isArray(fieldType.empty) && !Array.isArray(kept)) return String(kept);
  const value = fieldType.present ? fieldType.present(kept, template) : kept;
  return fieldType.value(template).safeParse(value).success
    ? typingOf(fieldType).toText(value, template)
    : String(kept);
}
