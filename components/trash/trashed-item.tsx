"use client";

import { Columns3, Database, type LucideIcon, Rows3, Table2, TextCursorInput } from "lucide-react";
import { problemsOf } from "@/components/forms/problems";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { TrashItem, TrashKind } from "@/lib/contract/trash";
import { dateTimeFormat } from "@/lib/field-types/intl";
import { useRestore } from "./use-trash";

interface TrashedItemProps {
  item: TrashItem;
  databaseId?: string;
  /** Of the table that it was in; undefined where it was in none, or in one that is gone as well. */
  tableName?: string;
  onRestored: () => void;
}

const looks: { readonly [Kind in TrashKind]: { readonly icon: LucideIcon; readonly word: string } } = {
  base: { icon: Database, word: "Database" },
  table: { icon: Table2, word: "Table" },
  field: { icon: TextCursorInput, word: "Field" },
  view: { icon: Columns3, word: "View" },
  record: { icon: Rows3, word: "Record" },
};

/** One deleted thing: what it was, where, since when it is gone, and the way back. */
export function TrashedItem({ item, databaseId, tableName, onRestored }: TrashedItemProps) {
  const { mutate, isPending, error } = useRestore({ databaseId }, item);
  const { icon: Icon, word } = looks[item.kind];
  const mayRestore = useMay(item.kind === "record" ? "edit-records" : "change-structure");
  const name = item.name || "Unnamed";
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex items-center gap-3">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="flex min-w-0 flex-1 flex-col">
          <span dir="auto" title={name} className="truncate font-medium text-sm">
            {name}
          </span>
          <span className="break-words text-dense text-muted">
            {tableName === undefined ? word : `${word} of ${tableName}`}
            {", deleted "}
            <time dateTime={item.deletedAt}>{moment.format(new Date(item.deletedAt))}</time>
          </span>
        </div>
        {mayRestore && (
          <Button
            aria-label={`Restore ${word.toLowerCase()} ${name}`}
            disabled={isPending}
            onClick={() => mutate(undefined, { onSuccess: onRestored })}
          >
            {isPending ? "Restoring…" : "Restore"}
          </Button>
        )}
      </div>
      {error && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
    </li>
  );
}

const moment = dateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
