"use client";

import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook, offLook } from "./button-look";
import { useIsLive } from "./use-is-live";

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
}

/** A button that submits a form only with `type="submit"`. */
export function Button({ look = "plain", type = "button", disabled, className = "", ...rest }: ButtonProps) {
  const isLive = useIsLive();
  return (
    <button
      type={type}
      disabled={disabled || !isLive}
      className={`${buttonLook(look)} ${disabled ? offLook : ""} ${className}`}
      {...rest}
    />
  );
}
