"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { UnreachableMessage } from "./tasks/unreachable-message";

/** What every page shares in the browser: the cache of the server's answers, and the corner for messages. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <UnreachableMessage />
      <Toaster
        theme="system"
        // Over rows only: beside the record panel, above the summaries and what stands at the foot of a page.
        position="bottom-left"
        offset={{ bottom: 76, left: 16 }}
        mobileOffset={{ bottom: 64 }}
        closeButton
        style={messageStyle}
        toastOptions={{ classNames: { description: "text-muted!" } }}
      />
    </QueryClientProvider>
  );
}

/** The colours of the pages, in place of the library's own; over dialogs (40), under the menus that open from anywhere (50). */
const messageStyle = {
  zIndex: 45,
  fontFamily: "inherit",
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--border)",
  "--normal-text": "var(--text)",
} as CSSProperties;

function makeQueryClient(): QueryClient {
  // Without a network a call fails and that is said, instead of waiting in silence: a server on this machine is
  // in reach all the same, and nothing is done later that a person has given up by then.
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, networkMode },
      mutations: { networkMode },
    },
  });
}
