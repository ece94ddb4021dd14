"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

const queryKey = ["keys"];

/** The keys that whoever is signed in may see. */
export function useKeys() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api("GET /keys", { signal })).keys,
    retry: false,
  });
}

/** Has the list read again. */
export function useKeysChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
