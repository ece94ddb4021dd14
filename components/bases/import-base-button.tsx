"use client";

import { DatabaseBackup } from "lucide-react";
import { useMay } from "@/components/rights/rights";
import { importDatabase } from "@/components/tasks/database-imports";
import { Button } from "@/components/ui/button";

interface ImportBaseButtonProps {
  readonly disabled?: boolean;
  /** Called before the dialog opens, to close another one. */
  readonly onOpen?: () => void;
}

/** Opens the dialog that imports an exported database; nothing for people who may not. */
export function ImportBaseButton({ disabled, onOpen }: ImportBaseButtonProps) {
  const mayCreate = useMay("create-databases");
  const mayWrite = useMay("edit-records");
  if (!mayCreate || !mayWrite) return null;
  return (
    <Button
      disabled={disabled}
      onClick={() => {
        onOpen?.();
        importDatabase();
      }}
    >
      <DatabaseBackup aria-hidden className="size-4" strokeWidth={1.75} />
      Import a database
    </Button>
  );
}
