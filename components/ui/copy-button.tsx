"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { IconButton } from "./icon-button";
import { toast } from "./toast";

interface CopyButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  icon?: LucideIcon;
  text: string;
  /** A noun for what is copied, such as "key". */
  what: string;
  onCopied?: () => void;
}

export function CopyButton({ icon = Copy, text, what, onCopied, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      toast.error("Your browser blocked copying. Select the text and copy it instead.");
    }
  }

  return (
    <IconButton
      {...rest}
      icon={isCopied ? Check : icon}
      label={isCopied ? "Copied" : `Copy ${what}`}
      onClick={copy}
    />
  );
}
