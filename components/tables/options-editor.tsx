"use client";

import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { optionStyle } from "@/components/fields/option-style";
import type { Problems } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { optionColors } from "@/lib/field-types/option";
import type { TemplateEditorProps } from "./template-editor";

interface Option {
  readonly label: string;
  readonly color: string;
}

/** The options of a select: a label and a colour each. */
export function OptionsEditor({ value, onChange, problems, path }: TemplateEditorProps<readonly Option[]>) {
  const list = useRef<HTMLUListElement>(null);
  const hasAdded = useRef(false);

  function add() {
    hasAdded.current = true;
    onChange([...value, { label: "", color: nextColor(value) }]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new row is there once the list is longer
  useEffect(() => {
    if (hasAdded.current) list.current?.querySelector<HTMLElement>(":scope > :last-child input")?.focus();
    hasAdded.current = false;
  }, [value.length]);

  return (
    <fieldset className="flex w-full flex-col gap-2">
      <legend className="mb-1 font-medium text-dense text-muted">Options</legend>
      <ul ref={list} className="flex flex-col gap-2 empty:hidden">
        {value.map((option, index) => (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an option to be has no id; its row keeps no state either
            key={index}
            number={index + 1}
            option={option}
            onChange={(changed) => onChange(value.with(index, changed))}
            onRemove={() => onChange(value.toSpliced(index, 1))}
            problems={problems}
            path={`${path}[${index}]`}
          />
        ))}
      </ul>
      {problems[path] && <p className="text-danger">{problems[path]}</p>}
      <Button look="quiet" className="self-start" onClick={add}>
        <Plus aria-hidden className="size-4" />
        Add option
      </Button>
    </fieldset>
  );
}

interface OptionRowProps {
  number: number;
  option: Option;
  onChange: (option: Option) => void;
  onRemove: () => void;
  problems: Problems;
  path: string;
}

function OptionRow({ number, option, onChange, onRemove, problems, path }: OptionRowProps) {
  return (
    <li className="flex items-start gap-2">
      <TextField
        label={`Option ${number}`}
        hideLabel
        value={option.label}
        onChange={(label) => onChange({ ...option, label })}
        error={problems[`${path}.label`]}
        placeholder={`Option ${number}`}
        className="flex-1"
      />
      <SelectField
        label={`Colour of option ${number}`}
        hideLabel
        value={option.color}
        choices={colorChoices}
        onChange={(color) => onChange({ ...option, color })}
        error={problems[`${path}.color`]}
        className="w-32"
      />
      <IconButton icon={X} label={`Remove option ${number}`} onClick={onRemove} />
    </li>
  );
}

const colorChoices: Choice[] = optionColors.map((color) => ({
  value: color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
  icon: (
    <span aria-hidden style={optionStyle(color)} className="rounded px-1 font-medium text-xs leading-4">
      Aa
    </span>
  ),
}));

/** One that no option has yet, as long as there is one. */
function nextColor(options: readonly Option[]): string {
  const used = new Set(options.map((each) => each.color));
  const [first] = optionColors;
  return (
    optionColors.find((color) => !used.has(color)) ??
    optionColors[options.length % optionColors.length] ??
    first
  );
}
