"use client";

import { useRef, useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { TrashItem } from "@/lib/contract/trash";
import { TrashedItem } from "./trashed-item";
import { type TrashOf, useTrash } from "./use-trash";

interface TrashListProps extends TrashOf {
  /** The tables that there are, to say where something was. */
  tables?: readonly { id: string; name: string }[];
}

/** What was deleted, the newest first, each with the way back. */
export function TrashList({ databaseId, tables = [] }: TrashListProps) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTrash({
    databaseId,
  });
  const list = useRef<HTMLUListElement>(null);
  const [restored, setRestored] = useState<TrashItem | null>(null);
  const items = data?.pages.flatMap(({ trash }) => trash) ?? [];

  return (
    <div className="flex flex-col gap-4">
      <p role="status" className={restored ? "text-dense" : "sr-only"}>
        {restored && (
          <>
            <bdi className="font-medium">{restored.name || "Unnamed"}</bdi> is back where it was.
          </>
        )}
      </p>
      {error && (
        <div className="flex flex-col items-start gap-3">
          <Notice>{`The trash could not be read. ${problemsOf(error)[""] ?? error.message}`}</Notice>
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
          {items.length === 0 && <li className="py-8 text-muted">There is nothing in the trash.</li>}
          {items.map((item) => (
            <TrashedItem
              key={item.id}
              item={item}
              databaseId={databaseId}
              tableName={tables.find(({ id }) => id === item.tableId)?.name}
              onRestored={() => {
                setRestored(item);
                // What had the focus is gone with its line.
                list.current?.focus();
              }}
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

/** As high as a few things. */
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
