"use client";

import { useRightsIn } from "@/components/rights/rights";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { TrashItem } from "@/lib/contract/trash";
import { mayRestore } from "./may-restore";
import { kindWords, restoredText } from "./trash-texts";
import { useRestore, useTrashGroup } from "./use-trash";

interface TrashedGroupProps {
  databaseId: string;
  group: TrashItem;
  onRestored: () => void;
}

/** The first items of those deleted together, each with a button that restores it. */
export function TrashedGroup({ databaseId, group, onRestored }: TrashedGroupProps) {
  const { data, error } = useTrashGroup(databaseId, group.changeSetId);
  const rightsIn = useRightsIn();
  const items = data?.trash ?? [];
  const { mutate, isPending, variables } = useRestore({ databaseId }, (outcome) => {
    if (items.length === 1) onRestored();
    notify(restoredText("1 item", outcome));
  });
  const more = (group.count ?? 0) - items.length;
  if (error) return <Notice>{error.message}</Notice>;
  return (
    <ul aria-label="Deleted together" className="flex flex-col border-border border-s ps-3 text-dense ms-2">
      {!data && <li className="py-1 text-muted">Loading…</li>}
      {items.map((item) => {
        const name = item.name || "Unnamed";
        return (
          <li key={item.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">
              <span className="text-muted">{kindWords[item.kind]} </span>
              <bdi>{name}</bdi>
            </span>
            {mayRestore(item, rightsIn(item.tableId)) && (
              <Button
                look="quiet"
                aria-label={`Restore only ${kindWords[item.kind].toLowerCase()} ${name}`}
                disabled={isPending}
                onClick={() => mutate([item.id])}
              >
                {isPending && variables?.includes(item.id) ? "Restoring…" : "Restore only this"}
              </Button>
            )}
          </li>
        );
      })}
      {data && more > 0 && <li className="py-1 text-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}
