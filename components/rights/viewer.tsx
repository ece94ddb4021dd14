"use client";

import { createContext, type ReactNode, useContext } from "react";
import { limits } from "@/lib/contract/limits";

/** The signed-in person, and the server's settings that pages show. */
export interface Viewer {
  /** Marks one's own changes in the log; null if nobody is signed in. */
  readonly actorId: string | null;
  /** Days before the trash deletes its items for good. */
  readonly trashDays: number;
}

const ViewerContext = createContext<Viewer>({ actorId: null, trashDays: limits.trashDays });

export function ViewerProvider({ children, ...viewer }: Viewer & { children: ReactNode }) {
  return <ViewerContext.Provider value={viewer}>{children}</ViewerContext.Provider>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}
