"use client";

import { useId } from "react";
import { CheckBox } from "./check-box";
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className={`flex min-h-8 items-center gap-2 ${className}`}>
      <CheckBox aria-labelledby={labelId} checked={value} onCheckedChange={onChange} disabled={!isLive} />
      <span id={labelId} className={hideLabel ? "sr-only" : "text-dense"}>
        {label}
      </span>
    </label>
  );
}
