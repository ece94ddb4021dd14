"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { NewTableForm } from "./new-table-form";

interface NewTableButtonProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** Opens the form for a new table. Confirms before discarding input. */
export function NewTableButton({ databaseId, tables }: NewTableButtonProps) {
  const [state, setState] = useState<"closed" | "open" | "typed" | "asking">("closed");
  const close = () => setState("closed");
  const mayCreate = useMay("change-structure");
  const leave = () => setState(state === "open" ? "closed" : "asking");
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={() => setState("open")}>
        <Plus aria-hidden className="size-4" />
        New table
      </Button>
      <Dialog open={state !== "closed"} onClose={leave} title="New table" size="wide">
        <NewTableForm
          databaseId={databaseId}
          tables={tables}
          onTyped={() => setState("typed")}
          onCreated={close}
          secondary={<Button onClick={leave}>Cancel</Button>}
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
    </>
  );
}
