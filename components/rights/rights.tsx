"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Action } from "@/lib/contract/actions";

/** Whether the person at the page may do something. */
export type May = (action: Action) => boolean;

interface Rights {
  /** The same at each sign-in of the person. */
  readonly personId: string;
  readonly may: May;
}

const RightsContext = createContext<Rights>({ personId: "nobody", may: () => false });

interface RightsProviderProps {
  readonly id: string;
  /** All that the signed-in person may do. */
  readonly actions: readonly Action[];
  readonly children: ReactNode;
}

export function RightsProvider({ id, actions, children }: RightsProviderProps) {
  const key = actions.join();
  // The list is another object with each answer of the server; what asks is drawn again only when rights change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  const rights = useMemo((): Rights => {
    const allowed = new Set(actions);
    return { personId: id, may: (action) => allowed.has(action) };
  }, [id, key]);
  return <RightsContext.Provider value={rights}>{children}</RightsContext.Provider>;
}

export function useRights(): May {
  return useContext(RightsContext).may;
}

export function useMay(action: Action): boolean {
  return useRights()(action);
}

export function usePersonId(): string {
  return useContext(RightsContext).personId;
}

/** Shows its children only to those who may. */
export function IfAllowed({ action, children }: { action: Action; children: ReactNode }) {
  return useMay(action) ? children : null;
}
