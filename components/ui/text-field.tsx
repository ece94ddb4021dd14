"use client";

import type { ComponentProps } from "react";
import { offLook } from "./button-look";
import { controlLook } from "./control";
import { Labelled, type LabelledProps } from "./labelled";
import { useIsLive } from "./use-is-live";

interface TextFieldProps
  extends LabelledProps,
    Omit<ComponentProps<"input">, "id" | "onChange" | "className"> {
  value: string;
  onChange: (value: string) => void;
}

export function TextField({
  label,
  hideLabel,
  error,
  className,
  onChange,
  disabled,
  ...input
}: TextFieldProps) {
  const isLive = useIsLive();
  return (
    <Labelled label={label} hideLabel={hideLabel} error={error} className={className}>
      {({ id, state }) => (
        <input
          id={id}
          className={`${controlLook} ${disabled ? offLook : ""}`}
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
