"use client";

import { createContext, type ReactNode, useContext } from "react";
import { limits } from "@/lib/contract/limits";

/** The server's settings that pages show. */
export interface Viewer {
  /** Days before the trash deletes its items for good. */
  readonly trashDays: number;
}

const ViewerContext = createContext<Viewer>({ trashDays: limits.trashDays });

export function ViewerProvider({ children, ...viewer }: Viewer & { children: ReactNode }) {
  return <ViewerContext.Provider value={viewer}>{children}</ViewerContext.Provider>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}
