"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Action } from "@/lib/contract/actions";

/** Whether the person at the page may do something. */
export type May = (action: Action) => boolean;

const MayContext = createContext<May>(() => false);

interface RightsProviderProps {
  /** All that the signed-in person may do. */
  readonly actions: readonly Action[];
  readonly children: ReactNode;
}

export function RightsProvider({ actions, children }: RightsProviderProps) {
  const key = actions.join();
  // The list is another object with each answer of the server; what asks is drawn again only when rights change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  const may = useMemo((): May => {
    const allowed = new Set(actions);
    return (action) => allowed.has(action);
  }, [key]);
  return <MayContext.Provider value={may}>{children}</MayContext.Provider>;
}

export function useRights(): May {
  return useContext(MayContext);
}

export function useMay(action: Action): boolean {
  return useRights()(action);
}

/** Shows its children only to those who may. */
export function IfAllowed({ action, children }: { action: Action; children: ReactNode }) {
  return useMay(action) ? children : null;
}
