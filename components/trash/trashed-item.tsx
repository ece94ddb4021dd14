"use client";

import {
  ChevronRight,
  Columns3,
  Database,
  type LucideIcon,
  Rows3,
  Table2,
  TextCursorInput,
} from "lucide-react";
import { useState } from "react";
import { nameOfActor } from "@/components/edits/made-by";
import { problemsOf } from "@/components/forms/problems";
import { usePersonId, useRightsIn } from "@/components/rights/rights";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Notice } from "@/components/ui/notice";
import type { TrashItem, TrashKind } from "@/lib/contract/trash";
import { dateTimeFormat } from "@/lib/field-types/intl";
import { mayRestore } from "./may-restore";
import { kindOf, kindWords, restoredText, titleOf } from "./trash-texts";
import { TrashedGroup } from "./trashed-group";
import { isGone, useRestore } from "./use-trash";

interface TrashedItemProps {
  item: TrashItem;
  databaseId?: string;
  /** The name of the table that it was in; undefined if it was in none or in a deleted one. */
  tableName?: string;
  /** Undefined if it cannot be selected. */
  selection?: { readonly isSelected: boolean; readonly onSelect: (isSelected: boolean) => void };
  /** Called before the entry disappears. */
  onRestored: () => void;
}

const icons: { readonly [Kind in TrashKind]: LucideIcon } = {
  base: Database,
  table: Table2,
  field: TextCursorInput,
  view: Columns3,
  record: Rows3,
};

/** An entry: what it is, where it was, who deleted it and when, and a button that restores it. */
export function TrashedItem({ item, databaseId, tableName, selection, onRestored }: TrashedItemProps) {
  const rightsIn = useRightsIn();
  const [isOpen, setOpen] = useState(false);
  const Icon = icons[item.kind];
  const title = titleOf(item, tableName);
  const isGroup = databaseId !== undefined && (item.count ?? 1) > 1;
  const what =
    isGroup && item.records === item.count ? title : `${kindWords[item.kind].toLowerCase()} ${title}`;
  const { mutate, isPending, error } = useRestore({ databaseId }, (outcome) => {
    if (outcome.restored > 0) onRestored();
    notify(restoredText(isGroup ? title : `“${title}”`, outcome));
  });
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex items-center gap-3">
        {selection && (
          <CheckField
            hideLabel
            label={`Select ${what}`}
            value={selection.isSelected}
            onChange={selection.onSelect}
          />
        )}
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="flex min-w-0 flex-1 flex-col">
          <span dir="auto" title={title} className="truncate font-medium text-sm">
            {title}
          </span>
          <span className="break-words text-dense text-muted">
            <bdi>{kindOf(item, tableName)}</bdi>
            {", deleted "}
            <time dateTime={item.deletedAt}>{moment.format(new Date(item.deletedAt))}</time>
            <DeletedBy item={item} />
          </span>
        </div>
        {isGroup && (
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-label={`Show what is in ${what}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden className={`size-4 ${isOpen ? "rotate-90" : ""}`} />
          </Button>
        )}
        {mayRestore(item, rightsIn(item.tableId)) && (
          <Button
            data-restore
            aria-label={`Restore ${what}`}
            disabled={isPending}
            onClick={() => mutate([item.id])}
          >
            {isPending ? "Restoring…" : "Restore"}
          </Button>
        )}
      </div>
      {isOpen && isGroup && <TrashedGroup databaseId={databaseId} group={item} onRestored={onRestored} />}
      {error && !isGone(error) && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
    </li>
  );
}

function DeletedBy({ item: { deletedBy } }: { item: TrashItem }) {
  const personId = usePersonId();
  if (!deletedBy) return null;
  return (
    <>
      {" by "}
      <bdi>{deletedBy.person?.id === personId ? "you" : nameOfActor(deletedBy)}</bdi>
    </>
  );
}

const moment = dateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
