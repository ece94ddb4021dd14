"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

const queryKey = ["passkeys"];

/** One's own passkeys. */
export function usePasskeys() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api("GET /me/passkeys", { signal })).passkeys,
    retry: false,
  });
}

/** Returns a function that loads the list again. */
export function usePasskeysChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
