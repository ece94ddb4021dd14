"use client";

import { Checkbox } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";
import { useId } from "react";
import { useIsLive } from "./use-is-live";

interface CheckFieldProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  className?: string;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
}

/** A checkbox followed by its label. */
export function CheckField({ label, value, onChange, className = "", hideLabel = false }: CheckFieldProps) {
  const isLive = useIsLive();
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's checkbox inside is the control
    <label className={`flex min-h-8 items-center gap-2 ${className}`}>
      <Checkbox.Root
        aria-labelledby={labelId}
        checked={value}
        onCheckedChange={onChange}
        disabled={!isLive}
        className="flex size-4 shrink-0 items-center justify-center rounded border border-border-strong bg-surface data-checked:border-accent data-checked:bg-accent"
      >
        <Checkbox.Indicator className="flex text-accent-text">
          <Check aria-hidden className="size-3" strokeWidth={3} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span id={labelId} className={hideLabel ? "sr-only" : "text-dense"}>
        {label}
      </span>
    </label>
  );
}
