"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/lib/client/api";
import type { TrashItem, TrashList } from "@/lib/contract/trash";

/** Whose trash: that of one database, or, without one, the deleted databases themselves. */
export interface TrashOf {
  readonly databaseId?: string;
}

/** What was deleted, the newest first, page by page. */
export function useTrash({ databaseId }: TrashOf) {
  return useInfiniteQuery({
    queryKey: keyOf({ databaseId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<TrashList> => {
      const query = { ...(pageParam !== undefined && { cursor: pageParam }) };
      return databaseId === undefined
        ? api("GET /trash", { query, signal })
        : api("GET /bases/{databaseId}/trash", { params: { databaseId }, query, signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Whoever comes here has just deleted something.
    staleTime: 0,
    retry: false,
  });
}

/** Brings something back to where it was. */
export function useRestore({ databaseId }: TrashOf, { id: trashId }: TrashItem) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () =>
      databaseId === undefined
        ? api("POST /trash/{trashId}/restore", { params: { trashId } })
        : api("POST /bases/{databaseId}/trash/{trashId}/restore", { params: { databaseId, trashId } }),
    async onSuccess() {
      router.refresh();
      await queryClient.invalidateQueries({ queryKey: keyOf({ databaseId }) });
    },
  });
}

function keyOf({ databaseId }: TrashOf): readonly string[] {
  return ["trash", databaseId ?? ""];
}
