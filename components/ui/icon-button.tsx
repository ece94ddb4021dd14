"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { offLook } from "./button-look";
import { onPlainClick } from "./plain-click";
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
      className={`${look} ${disabled ? offLook : ""} ${className}`}
      {...rest}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  );
}

interface IconDownloadProps {
  icon: LucideIcon;
  /** The accessible name and tooltip. */
  label: string;
  href: string;
  /** Downloads the file after a plain click. */
  onDownload: (href: string) => void;
  className?: string;
}

/** A link that looks like an icon button and downloads a file. */
export function IconDownload({ icon: Icon, label, href, onDownload, className = "" }: IconDownloadProps) {
  return (
    <a
      href={href}
      download
      aria-label={label}
      title={label}
      onClick={onPlainClick(() => onDownload(href))}
      className={`${look} ${className}`}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </a>
  );
}

const look =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text";
