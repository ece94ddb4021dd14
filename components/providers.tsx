"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { UnreachableMessage } from "./tasks/unreachable-message";
import { MissingParts } from "./ui/missing-parts";

/** The query cache and the toaster that all pages share. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <UnreachableMessage />
      <Toaster
        theme="system"
        // Covers rows only: beside the record panel, above the summary row and page footers.
        position="bottom-left"
        offset={{ bottom: 76, left: 16 }}
        mobileOffset={{ bottom: 64 }}
        closeButton
        style={messageStyle}
        toastOptions={{ classNames: { description: "text-muted!" } }}
      />
      <MissingParts />
    </QueryClientProvider>
  );
}

/** Replaces sonner's colours. The z-index is above dialogs (40) and below menus (50). */
const messageStyle = {
  zIndex: 45,
  fontFamily: "inherit",
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--border)",
  "--normal-text": "var(--text)",
} as CSSProperties;

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
