"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { IconButton } from "@/components/ui/icon-button";

interface CopyButtonProps {
  text: string;
  /** What is copied, in words. */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
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
    } catch {
      toast.error("The browser does not allow copying here; select the text instead.");
    }
  }

  return (
    <IconButton icon={isCopied ? Check : Copy} label={isCopied ? "Copied" : `Copy ${what}`} onClick={copy} />
  );
}
