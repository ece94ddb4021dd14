"use client";

import { useState } from "react";
import { ImportButton } from "@/components/import/import-button";
import { PasteButton } from "@/components/import/paste-button";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { Button } from "@/components/ui/button";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { NewTableForm } from "./new-table-form";

interface NewTableDialogProps {
  open: boolean;
  databaseId: string;
  tables: readonly LinkableTable[];
  onClose: () => void;
}

/** The form for a new table. Confirms before discarding input. */
export function NewTableDialog({ open, databaseId, tables, onClose }: NewTableDialogProps) {
  const [state, setState] = useState<"empty" | "typed" | "asking">("empty");
  function close(): void {
    setState("empty");
    onClose();
  }
  const leave = () => (state === "empty" ? close() : setState("asking"));
  return (
    <Dialog open={open} onClose={leave} title="New table" size="wide">
      <NewTableForm
        databaseId={databaseId}
        tables={tables}
        onTyped={() => setState("typed")}
        onCreated={close}
        onPasted={close}
        secondary={
          <>
            <div className="me-auto flex flex-wrap gap-2">
              <ImportButton target={{ is: "new-table", databaseId }} onOpen={close} />
              <PasteButton target={{ is: "new-table", databaseId }} onOpen={close} />
            </div>
            <Button onClick={leave}>Cancel</Button>
          </>
        }
      />
      <Confirm
        open={state === "asking"}
        title="Discard this table?"
        description="What you entered will be lost."
        words={{ confirm: "Discard", cancel: "Keep editing" }}
        onConfirm={close}
        onCancel={() => setState("typed")}
      />
    </Dialog>
  );
}
