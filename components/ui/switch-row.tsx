"use client";

import { Switch } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface SwitchRowProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  disabled?: boolean;
  icon?: ReactNode;
  /** The id of an element that explains the switch. */
  describedBy?: string;
}

/** A switch in a row filled by its label. */
export function SwitchRow({ label, value, onChange, disabled, icon, describedBy }: SwitchRowProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch inside is the control
    <label
      className={`flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-1 ${disabled ? "text-muted" : "hover:bg-hover"}`}
    >
      <Switch.Root
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        checked={value}
        onCheckedChange={onChange}
        disabled={disabled}
        className="flex h-4 w-7 shrink-0 items-center rounded-full border border-border-strong bg-surface px-px transition-colors data-disabled:opacity-50 data-checked:border-accent data-checked:bg-accent"
      >
        <Switch.Thumb className="size-3 rounded-full bg-border-strong transition-transform data-checked:translate-x-3 data-checked:bg-accent-text" />
      </Switch.Root>
      {icon}
      <span id={labelId} dir="auto" className="min-w-0 flex-1 truncate text-dense" title={label}>
        {label}
      </span>
    </label>
  );
}
