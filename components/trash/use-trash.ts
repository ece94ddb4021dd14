"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notify } from "@/components/tasks/messages";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { RestoredTogether, TrashKind, TrashList } from "@/lib/contract/trash";

/** The trash of one database or, without an id, the deleted databases. */
export interface TrashOf {
  readonly databaseId?: string;
}

/** Empty texts match everything. */
export interface TrashFilter {
  readonly search: string;
  readonly tableId: string;
  readonly kind: "" | Exclude<TrashKind, "base">;
}

export const noFilter: TrashFilter = { search: "", tableId: "", kind: "" };

/**
 * Pages of the trash, newest first. Items deleted together form one entry, except in a search by name, which finds
 * single items.
 */
export function useTrash({ databaseId }: TrashOf, { search, tableId, kind }: TrashFilter) {
  return useInfiniteQuery({
    queryKey: [...keyOf({ databaseId }), search, tableId, kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<TrashList> => {
      const page = { ...(pageParam !== undefined && { cursor: pageParam }), ...(search && { search }) };
      if (databaseId === undefined) return api("GET /trash", { query: page, signal });
      const group = search === "" ? ({ group: "changeSet" } as const) : {};
      const query = { ...page, ...group, ...(tableId && { tableId }), ...(kind && { kind }) };
      return api("GET /bases/{databaseId}/trash", { params: { databaseId }, query, signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // The trash is usually opened right after a deletion.
    staleTime: 0,
    // Erasing leaves no entry in the log, so a page misses it while its connection is interrupted.
    refetchOnWindowFocus: "always",
    retry: false,
  });
}

const firstOfGroup = 20;

/** The first items of those deleted together. */
export function useTrashGroup(databaseId: string, changeSetId: string) {
  return useQuery({
    queryKey: [...keyOf({ databaseId }), "group", changeSetId],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/trash", {
        params: { databaseId },
        query: { changeSetId, limit: String(firstOfGroup) },
        signal,
      }),
    staleTime: 0,
    retry: false,
  });
}

type Outcome = Pick<RestoredTogether, "restored" | "skipped" | "skippedCount">;

/**
 * Restores entries and groups in one change set, and deleted databases one by one. `onRestored` is called before
 * they disappear from the list.
 */
export function useRestore({ databaseId }: TrashOf, onRestored: (outcome: Outcome) => void) {
  const refresh = useRefresh({ databaseId });
  return useMutation({
    async mutationFn(trashIds: readonly string[]): Promise<Outcome> {
      if (databaseId !== undefined) {
        return api("POST /bases/{databaseId}/trash/restore", {
          params: { databaseId },
          body: { trashIds: [...trashIds] },
        });
      }
      for (const trashId of trashIds) await api("POST /trash/{trashId}/restore", { params: { trashId } });
      return { restored: trashIds.length, skipped: [], skippedCount: 0 };
    },
    onSuccess(outcome) {
      onRestored(outcome);
      return refresh();
    },
    // A message, because the entry disappears and an error beside it would too.
    onError(error) {
      if (!isGone(error)) return;
      notify({
        title: "It is no longer in the trash",
        detail: "It was restored or deleted forever.",
        isError: true,
      });
      return refresh();
    },
  });
}

/** Erases entries of a database's trash for good; without ids, all of them. */
export function useErase(databaseId: string, onErased: (count: number) => void) {
  const refresh = useRefresh({ databaseId });
  return useMutation({
    mutationFn: (trashIds: readonly string[] | "all") =>
      api("POST /bases/{databaseId}/trash/erase", {
        params: { databaseId },
        body: trashIds === "all" ? { all: true } : { trashIds: [...trashIds] },
      }),
    onSuccess({ erased }) {
      onErased(erased);
      return refresh();
    },
  });
}

/** Tests whether the entry was restored or erased in the meantime. */
export function isGone(error: Error): boolean {
  return hasCode(error, "NOT_FOUND");
}

function useRefresh({ databaseId }: TrashOf): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    router.refresh();
    await queryClient.invalidateQueries({ queryKey: keyOf({ databaseId }) });
  };
}

function keyOf({ databaseId }: TrashOf): readonly string[] {
  return ["trash", databaseId ?? ""];
}
