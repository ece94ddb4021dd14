"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { NewBaseForm } from "./new-base-form";

interface NewBaseButtonProps {
  label?: string;
  disabled?: boolean;
}

export function NewBaseButton({ label = "New database", disabled }: NewBaseButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mayCreate = useMay("create-databases");
  if (!mayCreate) return null;
  return (
    <>
      <Button look="primary" disabled={disabled} onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {label}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="New database">
        <NewBaseForm onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
