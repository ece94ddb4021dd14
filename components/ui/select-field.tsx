"use client";

import { Select } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { controlLook } from "./control";
import { Labelled, type LabelledProps } from "./labelled";
import { useIsLive } from "./use-is-live";
import { usePortalPlace } from "./use-portal-place";

export interface Choice {
  value: string;
  label: string;
  description?: string;
  icon?: ReactNode;
}

interface SelectFieldProps extends LabelledProps {
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/** A select with a label. */
export function SelectField({ value, choices, onChange, placeholder, ...labelled }: SelectFieldProps) {
  const isLive = useIsLive();
  const chosen = choices.find((each) => each.value === value);
  return (
    <Labelled {...labelled}>
      {({ id, labelId, state }) => (
        <Select.Root
          items={choices}
          value={chosen ? value : null}
          onValueChange={(next) => next !== null && onChange(next)}
          disabled={!isLive}
        >
          <Trigger id={id} aria-labelledby={labelId} {...state}>
            {chosen?.icon}
            <Select.Value
              className={`min-w-0 flex-1 truncate ${chosen ? "" : "text-muted"}`}
              placeholder={placeholder}
            />
          </Trigger>
          <Choices choices={choices} />
        </Select.Root>
      )}
    </Labelled>
  );
}

interface MultiSelectFieldProps extends Omit<SelectFieldProps, "value" | "onChange"> {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A select of several values with a label. It stays open while they are chosen. */
export function MultiSelectField({
  value,
  choices,
  onChange,
  placeholder,
  ...labelled
}: MultiSelectFieldProps) {
  const isLive = useIsLive();
  const names = choices.filter((each) => value.includes(each.value)).map(({ label }) => label);
  const text = names.length === value.length ? names.join(", ") : `${value.length} chosen`;
  return (
    <Labelled {...labelled}>
      {({ id, labelId, state }) => (
        <Select.Root multiple items={choices} value={[...value]} onValueChange={onChange} disabled={!isLive}>
          <Trigger id={id} aria-labelledby={labelId} {...state}>
            <Select.Value className={`min-w-0 flex-1 truncate ${value.length > 0 ? "" : "text-muted"}`}>
              {text || placeholder}
            </Select.Value>
          </Trigger>
          <Choices choices={choices} />
        </Select.Root>
      )}
    </Labelled>
  );
}

function Trigger({ children, ...attributes }: ComponentProps<typeof Select.Trigger>) {
  return (
    <Select.Trigger className={`${controlLook} flex items-center gap-2 text-left`} {...attributes}>
      {children}
      <Select.Icon>
        <ChevronDown aria-hidden className="size-3.5 text-muted" />
      </Select.Icon>
    </Select.Trigger>
  );
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <Select.Portal container={usePortalPlace()}>
      <Select.Positioner className="z-50" sideOffset={4} align="start" alignItemWithTrigger={false}>
        <Select.Popup className="max-h-(--available-height) min-w-(--anchor-width) max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-raised p-1 shadow-raised outline-none">
          {choices.map((choice) => (
            <ChoiceItem key={choice.value} choice={choice} />
          ))}
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  );
}

function ChoiceItem({ choice }: { choice: Choice }) {
  return (
    <Select.Item
      value={choice.value}
      className="flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-dense outline-none select-none data-highlighted:bg-accent-soft"
    >
      {choice.icon}
      <span className="flex min-w-0 flex-1 flex-col">
        <Select.ItemText>{choice.label}</Select.ItemText>
        {choice.description && <span className="text-muted text-xs">{choice.description}</span>}
      </span>
      <Select.ItemIndicator className="flex">
        <Check aria-hidden className="size-3.5 text-accent" />
      </Select.ItemIndicator>
    </Select.Item>
  );
}
