import { type ReactNode, useId } from "react";

interface ControlGroupProps {
  legend: string;
  /** The problem with the choices. */
  error?: string;
  children: ReactNode;
}

/** A labelled group of checkboxes or other controls. */
export function ControlGroup({ legend, error, children }: ControlGroupProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="min-w-0">
      <legend className="font-medium text-dense text-muted">{legend}</legend>
      <div className="max-h-48 overflow-y-auto">{children}</div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
