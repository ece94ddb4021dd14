"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import type { Action } from "@/lib/contract/actions";

/** Everything that the page asks for: the actions of the API, and what a shared link may also allow or not. */
export type Right = Action | SharedRight;

/** The rights that come with reading for members, and that a shared link gives its visitors one by one. */
export const sharedRights = ["copy-cells", "export-records"] as const;
export type SharedRight = (typeof sharedRights)[number];

/** Tests whether the person may do something. */
export type May = (right: Right) => boolean;

interface Rights {
  /** Stable across sign-ins; `nobody` if nobody is signed in. */
  readonly personId: string;
  readonly may: May;
  /** The fields of the open table whose values the person may not change. */
  readonly lockedFieldIds: ReadonlySet<string>;
  /** The tables of the open database to which the person may not add records. */
  readonly closedTableIds: ReadonlySet<string>;
}

/** The person id of visitors without an account, for whom the browser keeps nothing. */
export const nobody = "nobody";

const RightsContext = createContext<Rights>({
  personId: nobody,
  may: () => false,
  lockedFieldIds: new Set(),
  closedTableIds: new Set(),
});

interface RightsProviderProps {
  /** The signed-in person; `nobody` for visitors of a shared link. */
  readonly id: string;
  /** Everything that the person may do. */
  readonly actions: readonly Right[];
  readonly lockedFieldIds?: readonly string[];
  readonly closedTableIds?: readonly string[];
  readonly children: ReactNode;
}

export function RightsProvider(props: RightsProviderProps) {
  const { id, actions, lockedFieldIds = [], closedTableIds = [], children } = props;
  const key = [...actions, ...lockedFieldIds, ...closedTableIds].join();
  // Each server response brings a new array; consumers render again only when its contents change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the list's contents
  const rights = useMemo((): Rights => {
    const allowed = new Set<Right>(actions.includes("read") ? [...actions, ...sharedRights] : actions);
    return {
      personId: id,
      may: (right) => allowed.has(right),
      lockedFieldIds: new Set(lockedFieldIds),
      closedTableIds: new Set(closedTableIds),
    };
  }, [id, key]);
  return <RightsContext.Provider value={rights}>{children}</RightsContext.Provider>;
}

export function useRights(): May {
  return useContext(RightsContext).may;
}

/** Returns the rights in a table by its id. Outside of the table's page, only those to add records depend on it. */
export function useRightsIn(): (tableId: string | undefined) => May {
  const { may, closedTableIds } = useContext(RightsContext);
  return useCallback(
    (tableId) => (right) =>
      may(right) && !(right === "create-records" && tableId !== undefined && closedTableIds.has(tableId)),
    [may, closedTableIds],
  );
}

export function useMay(right: Right): boolean {
  return useRights()(right);
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
export function IfAllowed({ action, children }: { action: Right; children: ReactNode }) {
  return useMay(action) ? children : null;
}
