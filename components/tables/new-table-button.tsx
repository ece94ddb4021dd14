"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTablePaste } from "@/components/import/use-table-paste";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";

const NewTableDialog = onDemand(async () => (await import("./new-table-dialog")).NewTableDialog);

interface NewTableButtonProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** Opens the form for a new table. */
export function NewTableButton({ databaseId, tables }: NewTableButtonProps) {
  const [state, setState] = useState<"never-opened" | "open" | "closed">("never-opened");
  const button = useRef<HTMLButtonElement>(null);
  const mayCreate = useMay("change-structure");
  useTablePaste(
    { is: "new-table", databaseId },
    { isWanted: () => document.activeElement !== null && document.activeElement === button.current },
  );
  if (!mayCreate) return null;
  return (
    <>
      <Button ref={button} onClick={() => setState("open")}>
        <Plus aria-hidden className="size-4" />
        New table
      </Button>
      {state !== "never-opened" && (
        <NewTableDialog
          open={state === "open"}
          databaseId={databaseId}
          tables={tables}
          onClose={() => setState("closed")}
        />
      )}
    </>
  );
}
