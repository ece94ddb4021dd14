"use client";

import { useState } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { Button } from "@/components/ui/button";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { NewTableForm } from "./new-table-form";

interface NewTableDialogProps {
  databaseId: string;
  tables: readonly LinkableTable[];
  onClose: () => void;
}

/** The form for a new table. Confirms before discarding input. */
export function NewTableDialog({ databaseId, tables, onClose }: NewTableDialogProps) {
  const [state, setState] = useState<"empty" | "typed" | "asking">("empty");
  const leave = () => (state === "empty" ? onClose() : setState("asking"));
  return (
    <Dialog open onClose={leave} title="New table" size="wide">
      <NewTableForm
        databaseId={databaseId}
        tables={tables}
        onTyped={() => setState("typed")}
        onCreated={onClose}
        secondary={<Button onClick={leave}>Cancel</Button>}
      />
      <Confirm
        open={state === "asking"}
        title="Discard this table?"
        description="What you entered will be lost."
        words={{ confirm: "Discard", cancel: "Keep editing" }}
        onConfirm={onClose}
        onCancel={() => setState("typed")}
      />
    </Dialog>
  );
}
