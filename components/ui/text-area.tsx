"use client";

import type { ComponentProps } from "react";
import { areaLook } from "./control";
import { Labelled, type LabelledProps } from "./labelled";
import { useIsLive } from "./use-is-live";

interface TextAreaProps
  extends LabelledProps,
    Omit<ComponentProps<"textarea">, "id" | "onChange" | "className"> {
  value: string;
  onChange: (value: string) => void;
}

/** A text of several lines, whose input grows with it. */
export function TextArea({
  label,
  hideLabel,
  error,
  className,
  onChange,
  disabled,
  ...input
}: TextAreaProps) {
  const isLive = useIsLive();
  return (
    <Labelled label={label} hideLabel={hideLabel} error={error} className={className}>
      {({ id, state }) => (
        <textarea
          id={id}
          dir="auto"
          className={areaLook}
          disabled={disabled || !isLive}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          {...state}
          {...input}
        />
      )}
    </Labelled>
  );
}
