"use client";

import { createContext, type ReactNode, useContext } from "react";
import { limits } from "@/lib/contract/limits";

/** What a page needs to know of who looks at it, and of the server's settings. */
export interface Viewer {
  /** Whose changes are one's own; null where nobody has signed in. */
  readonly actorId: string | null;
  /** How long the trash keeps things. */
  readonly trashDays: number;
}

const ViewerContext = createContext<Viewer>({ actorId: null, trashDays: limits.trashDays });

export function ViewerProvider({ children, ...viewer }: Viewer & { children: ReactNode }) {
  return <ViewerContext.Provider value={viewer}>{children}</ViewerContext.Provider>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}
