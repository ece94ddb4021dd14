"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { offLook } from "./button-look";
import { useIsLive } from "./use-is-live";

interface IconButtonProps extends ComponentProps<"button"> {
  icon: LucideIcon;
  /** The accessible name and tooltip. */
  label: string;
}

export function IconButton({ icon: Icon, label, disabled, className = "", ...rest }: IconButtonProps) {
  const isLive = useIsLive();
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled || !isLive}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text ${disabled ? offLook : ""} ${className}`}
      {...rest}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  );
}
