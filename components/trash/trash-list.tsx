"use client";

import { useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { useRights } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useSettled } from "@/components/ui/use-settled";
import { SelectionBar } from "./selection-bar";
import { TrashFilterForm } from "./trash-filter";
import { TrashedItem } from "./trashed-item";
import { useFocusAfter } from "./use-focus-after";
import { noFilter, type TrashOf, useTrash } from "./use-trash";

interface TrashListProps extends TrashOf {
  /** The existing tables, which name where an item was. */
  tables?: readonly { id: string; name: string }[];
}

/** The deleted items, newest first, with a filter, a selection and ways to restore or erase them. */
export function TrashList({ databaseId, tables }: TrashListProps) {
  const [filter, setFilter] = useState(noFilter);
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTrash(
    { databaseId },
    useSettled(filter, typingMs),
  );
  const items = data?.pages.flatMap(({ trash }) => trash) ?? [];
  const { list, keepFocusAt } = useFocusAfter(items);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ id }) => selected.has(id));
  const may = useRights();
  const maySelect = may("create-records") || may("change-structure");
  const isFiltered = Object.values(filter).some((value) => value !== "");

  function select(ids: readonly string[], isSelected: boolean) {
    const next = new Set(selected);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  }
  return (
    <div className="flex flex-col gap-4">
      {(items.length > 0 || isFiltered) && (
        <>
          <TrashFilterForm filter={filter} onChange={setFilter} tables={tables} />
          {databaseId !== undefined && maySelect && (
            <SelectionBar
              databaseId={databaseId}
              items={items}
              chosen={chosen}
              onSelectAll={(isSelected) =>
                select(
                  items.map(({ id }) => id),
                  isSelected,
                )
              }
              onDone={() => {
                keepFocusAt(items.findIndex(({ id }) => selected.has(id)));
                setSelected(new Set());
              }}
            />
          )}
        </>
      )}
      {error && (
        <div className="flex flex-col items-start gap-3">
          <Notice>{`The trash couldn't be loaded. ${problemsOf(error)[""] ?? error.message}`}</Notice>
          <Button disabled={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Loading />}
      {data && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Trash"
          className="divide-y divide-border border-border border-y outline-none"
        >
          {items.length === 0 && (
            <li className="py-8 text-muted">
              {isFiltered ? "Nothing in the trash matches." : "The trash is empty."}
            </li>
          )}
          {items.map((item, index) => (
            <TrashedItem
              key={item.id}
              item={item}
              databaseId={databaseId}
              tableName={tables?.find(({ id }) => id === item.tableId)?.name}
              selection={
                databaseId === undefined || !maySelect
                  ? undefined
                  : {
                      isSelected: selected.has(item.id),
                      onSelect: (isSelected) => select([item.id], isSelected),
                    }
              }
              onRestored={() => keepFocusAt(index)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </div>
  );
}

/** A placeholder of the height of a few items. */
function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading the trash"
      className="divide-y divide-border border-border border-y"
    >
      {[1, 2, 3].map((number) => (
        <div key={number} className="flex h-14 animate-pulse items-center">
          <div className="h-4 w-56 rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}

/** The pause in typing after which the filter is sent. */
const typingMs = 250;
