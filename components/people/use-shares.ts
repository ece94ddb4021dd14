"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

const queryKey = ["shares"];

/** The links to views of a database. */
export function useShares(databaseId: string) {
  return useQuery({
    queryKey: [...queryKey, databaseId],
    queryFn: async ({ signal }) =>
      (await api("GET /bases/{databaseId}/shares", { params: { databaseId }, signal })).shares,
    retry: false,
    staleTime: 0,
  });
}

/** Returns a function that reloads the links. */
export function useSharesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
