"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { NewBaseForm } from "./new-base-form";
import { StarterList } from "./starter-list";
import { StarterStatus } from "./starter-status";
import { useStarter } from "./use-starter";

interface NewBaseButtonProps {
  label?: string;
  disabled?: boolean;
}

export function NewBaseButton({ label = "New database", disabled }: NewBaseButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { start, ...run } = useStarter();
  const mayCreate = useMay("create-databases");
  if (!mayCreate) return null;
  return (
    <>
      <Button look="primary" disabled={disabled} onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {label}
      </Button>
      <Dialog
        open={isOpen}
        // The dialog stays open while a template loads: its Stop button is here.
        onClose={() => !run.isLoading && setIsOpen(false)}
        title="New database"
        size="wide"
      >
        <div className="flex min-h-0 flex-col overflow-y-auto">
          <NewBaseForm isBusy={run.isLoading} onCancel={() => setIsOpen(false)} />
          <section
            aria-labelledby="templates"
            className="flex flex-col gap-3 border-border border-t bg-background p-4 last:rounded-b-xl"
          >
            <h2 id="templates" className="font-medium text-muted">
              Or start from a template
            </h2>
            <StarterList isBusy={run.isLoading} onStart={start} />
            <StarterStatus {...run} />
          </section>
        </div>
      </Dialog>
    </>
  );
}
