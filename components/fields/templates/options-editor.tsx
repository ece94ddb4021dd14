"use client";

import { ArrowDownAZ, Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { v4 } from "uuid";
import { textFinder } from "@/components/forms/find-text";
import type { Problems } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { SortableList } from "@/components/ui/sortable-list";
import { TextField } from "@/components/ui/text-field";
import { colorChoices, nextColor } from "../option-colors";
import { OptionSearch } from "./option-search";
import type { TemplateEditorProps } from "./template-editor";

interface Option {
  readonly label: string;
  readonly color: string;
}

/** The number of options from which they can be searched. */
const manyOptions = 12;

const { compare } = new Intl.Collator(undefined, { numeric: true });

function compareLabels(one: Option, other: Option): number {
  return compare(one.label, other.label);
}

/** Edits the options of a select field: their order, labels and colours. */
export function OptionsEditor({ value, onChange, problems, path }: TemplateEditorProps<readonly Option[]>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const hasAdded = useRef(false);
  // New options have no id yet, but need one while they are dragged.
  const [ids, setIds] = useState(() => value.map(() => v4()));
  const items = value.map((option, index) => ({
    id: ids[index] ?? "",
    name: option.label || `option ${index + 1}`,
    index,
    option,
  }));
  const [search, setSearch] = useState("");
  // Options found stay while their labels are edited.
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());
  const isFiltered = search.trim() !== "";
  const places = Object.keys(problems);
  const hasProblem = (index: number) => places.some((place) => place.startsWith(`${path}[${index}]`));
  const shown = isFiltered ? items.filter(({ id, index }) => found.has(id) || hasProblem(index)) : items;

  function find(text: string) {
    const fits = textFinder(text);
    setSearch(text);
    setFound(new Set(items.filter(({ option }) => fits(option.label)).map(({ id }) => id)));
  }
  function add() {
    const id = v4();
    hasAdded.current = true;
    setIds([...ids, id]);
    setFound(new Set([...found, id]));
    onChange([...value, { label: "", color: nextColor(value) }]);
  }
  function reorder(sorted: typeof items) {
    setIds(sorted.map(({ id }) => id));
    onChange(sorted.map(({ option }) => option));
  }
  function remove(index: number) {
    setIds(ids.toSpliced(index, 1));
    onChange(value.toSpliced(index, 1));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new row exists once the list is longer
  useEffect(() => {
    if (hasAdded.current) list.current?.querySelector<HTMLElement>(":scope li:last-child input")?.focus();
    hasAdded.current = false;
  }, [value.length]);

  return (
    <fieldset ref={list} className="flex w-full flex-col gap-2">
      <legend className="mb-1 font-medium text-dense text-muted">Options</legend>
      {(items.length >= manyOptions || search !== "") && (
        <OptionSearch value={search} onChange={find} hasNone={shown.length === 0} />
      )}
      <SortableList
        label="Options"
        items={shown}
        onSort={reorder}
        isFixed={isFiltered}
        className="gap-2 empty:hidden"
      >
        {({ option, index }) => (
          <OptionRow
            number={index + 1}
            option={option}
            onChange={(changed) => onChange(value.with(index, changed))}
            onRemove={() => remove(index)}
            problems={problems}
            path={`${path}[${index}]`}
          />
        )}
      </SortableList>
      {problems[path] && <p className="text-danger">{problems[path]}</p>}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add option
        </Button>
        {items.length > 1 && !isFiltered && (
          <Button
            look="quiet"
            onClick={() => reorder(items.toSorted((one, other) => compareLabels(one.option, other.option)))}
          >
            <ArrowDownAZ aria-hidden className="size-4" />
            Sort A–Z
          </Button>
        )}
      </div>
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
    <div className="flex min-w-0 flex-1 items-start gap-2">
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
    </div>
  );
}
