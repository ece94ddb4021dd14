"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { UnreachableMessage } from "./tasks/unreachable-message";
import { MissingParts } from "./ui/missing-parts";
import { onceIdle } from "./ui/on-demand";

const Toaster = onceIdle(async () => (await import("./ui/toaster")).Toaster, null);

/** The query cache and the toaster that all pages share. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <UnreachableMessage />
      <Toaster />
      <MissingParts />
    </QueryClientProvider>
  );
}

function makeQueryClient(): QueryClient {
  // Calls fail at once while offline instead of pausing: a server on this machine is reachable all the same, and a
  // write must not happen after the person has given up on it.
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, networkMode },
      mutations: { networkMode },
    },
  });
}
