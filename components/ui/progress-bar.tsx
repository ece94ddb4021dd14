"use client";

import { Progress } from "@base-ui/react/progress";

interface ProgressBarProps {
  label: string;
  /** Null for an indeterminate bar. */
  value: number | null;
  max: number;
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <Progress.Root aria-label={label} value={value} max={max}>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-border">
        <Progress.Indicator className="bg-accent transition-[width] duration-300" />
      </Progress.Track>
    </Progress.Root>
  );
}
