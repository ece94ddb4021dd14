"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { AuditEventName, AuditList } from "@/lib/contract/audit";

const pageSize = "50";

/** Pages of the audit log, newest first; with `event`, only of this event. */
export function useAuditLog(event: AuditEventName | undefined) {
  return useInfiniteQuery({
    queryKey: ["audit", event],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<AuditList> =>
      api("GET /audit", {
        query: {
          limit: pageSize,
          ...(event !== undefined && { event }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}
