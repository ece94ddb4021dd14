"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

const queryKey = ["keys"];

/** The keys that the signed-in person may see. */
export function useKeys() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api("GET /keys", { signal })).keys,
    retry: false,
  });
}

/** Returns a function that reloads the list of keys. */
export function useKeysChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
