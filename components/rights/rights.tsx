"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import type { Action } from "@/lib/contract/actions";

/** Tests whether the signed-in person may do something. */
export type May = (action: Action) => boolean;

interface Rights {
  /** Stable across sign-ins. */
  readonly personId: string;
  readonly may: May;
  /** The fields of the open table whose values the person may not change. */
  readonly lockedFieldIds: ReadonlySet<string>;
}

const RightsContext = createContext<Rights>({
  personId: "nobody",
  may: () => false,
  lockedFieldIds: new Set(),
});

interface RightsProviderProps {
  readonly id: string;
  /** Everything that the signed-in person may do. */
  readonly actions: readonly Action[];
  readonly lockedFieldIds?: readonly string[];
  readonly children: ReactNode;
}

export function RightsProvider({ id, actions, lockedFieldIds = [], children }: RightsProviderProps) {
  const key = [...actions, ...lockedFieldIds].join();
  // Each server response brings a new array; consumers render again only when its contents change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the list's contents
  const rights = useMemo((): Rights => {
    const allowed = new Set(actions);
    return {
      personId: id,
      may: (action) => allowed.has(action),
      lockedFieldIds: new Set(lockedFieldIds),
    };
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

/** Tests whether the person may not change the values of a field of the open table. */
export function useIsLocked(): (fieldId: string) => boolean {
  const { may, lockedFieldIds } = useContext(RightsContext);
  return useCallback(
    (fieldId) => !may("update-records") || lockedFieldIds.has(fieldId),
    [may, lockedFieldIds],
  );
}

/** The fields of the open table whose values the person may not change by a rule. */
export function useLockedFieldIds(): ReadonlySet<string> {
  return useContext(RightsContext).lockedFieldIds;
}

/** Renders its children only if the person may do the action. */
export function IfAllowed({ action, children }: { action: Action; children: ReactNode }) {
  return useMay(action) ? children : null;
}
