import { type ReactNode, useId } from "react";

export interface LabelledProps {
  label: string;
  /** Shows the label only to screen readers, for rows under column headers. */
  hideLabel?: boolean;
  /** The error message. */
  error?: string;
  className?: string;
}

interface Ids {
  id: string;
  labelId: string;
  /** Attributes that associate the control with its error for screen readers. */
  state: { "aria-invalid"?: true; "aria-describedby"?: string };
}

/** A control with its label above and its error below. */
export function Labelled({
  label,
  hideLabel = false,
  error,
  className = "",
  children,
}: LabelledProps & { children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const errorId = `${id}-error`;
  const state = error === undefined ? {} : { "aria-invalid": true as const, "aria-describedby": errorId };
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={hideLabel ? "sr-only" : "font-medium text-dense text-muted"}
      >
        {label}
      </label>
      {children({ id, labelId: `${id}-label`, state })}
      {error !== undefined && (
        <p id={errorId} className="break-words text-danger text-dense">
          {error}
        </p>
      )}
    </div>
  );
}
