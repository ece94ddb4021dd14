"use client";

import { useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { useMay, useRightsIn } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Notice } from "@/components/ui/notice";
import type { TrashItem } from "@/lib/contract/trash";
import { EraseDialog } from "./erase-dialog";
import { mayRestore } from "./may-restore";
import { restoredText } from "./trash-texts";
import { isGone, useRestore } from "./use-trash";

interface SelectionBarProps {
  databaseId: string;
  /** The listed entries. */
  items: readonly TrashItem[];
  chosen: readonly TrashItem[];
  onSelectAll: (isSelected: boolean) => void;
  /** Called before the selected entries disappear. */
  onDone: () => void;
}

/** Selects all listed entries, restores or erases the selected ones, or empties the trash. */
export function SelectionBar({ databaseId, items, chosen, onSelectAll, onDone }: SelectionBarProps) {
  const [asking, setAsking] = useState<"chosen" | "all" | null>(null);
  const count = chosen.reduce((sum, item) => sum + (item.count ?? 1), 0);
  const rightsIn = useRightsIn();
  const mayErase = useMay("change-structure");
  const ids = chosen.map(({ id }) => id);
  const { mutate, isPending, error } = useRestore({ databaseId }, (outcome) => {
    onDone();
    notify(restoredText(counted(outcome.restored, "item"), outcome));
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <CheckField
          label={chosen.length === 0 ? "Select all" : `${counted(count, "item")} selected`}
          value={items.length > 0 && chosen.length === items.length}
          onChange={onSelectAll}
          className="me-auto"
        />
        {mayErase && (
          <Button look="quiet" onClick={() => setAsking(chosen.length === 0 ? "all" : "chosen")}>
            {chosen.length === 0 ? "Empty trash…" : "Delete forever…"}
          </Button>
        )}
        {chosen.length > 0 && chosen.every((item) => mayRestore(item, rightsIn(item.tableId))) && (
          <Button look="primary" disabled={isPending} onClick={() => mutate(ids)}>
            {isPending ? "Restoring…" : "Restore selected"}
          </Button>
        )}
      </div>
      {error && !isGone(error) && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
      {asking && (
        <EraseDialog
          databaseId={databaseId}
          what={asking === "all" ? "all" : { ids, count }}
          onErased={onDone}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
