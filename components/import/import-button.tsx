"use client";

import { FileUp } from "lucide-react";
import { useMayImport } from "@/components/rights/may-import";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { Button } from "@/components/ui/button";

interface ImportButtonProps {
  readonly target: ImportTarget;
  /** Called before the dialog opens, to close another one. */
  readonly onOpen?: () => void;
  readonly disabled?: boolean;
}

/** Opens the dialog that imports a file; nothing for people who may not. */
export function ImportButton({ target, onOpen, disabled }: ImportButtonProps) {
  const mayImport = useMayImport();
  if (!mayImport(target)) return null;
  return (
    <Button
      disabled={disabled}
      onClick={() => {
        onOpen?.();
        requestImport({ target });
      }}
    >
      <FileUp aria-hidden className="size-4" strokeWidth={1.75} />
      Import a file
    </Button>
  );
}
