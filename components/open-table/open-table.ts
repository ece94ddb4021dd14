"use client";

import { createContext, useContext } from "react";
import type { Table } from "@/lib/contract/tables";
import type { ViewSettings } from "@/lib/contract/view-settings";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import type { LinkableTable } from "./linkable-tables";

/** The table and view of a page, for all components on it. */
export interface OpenTable {
  readonly databaseId: string;
  /** As last loaded. */
  readonly table: Table;
  /** All tables of the database, including this one. */
  readonly tables: readonly LinkableTable[];
  /** With unsaved changes. */
  readonly view: View;
  /** Personal settings that replace saved ones; empty for most people. */
  readonly own: ViewSettings;
  /** Discards the personal settings. */
  readonly resetOwn: () => void;
  /** Saves the personal settings with the view, for everyone. */
  readonly saveOwn: () => void;
  /**
   * Changes keys of the view's config. The change shows at once; it is saved soon, or kept as personal by people who
   * may not save views.
   */
  readonly changeView: (to: ViewConfigUpdate) => void;
}

const OpenTableContext = createContext<OpenTable | null>(null);

export const OpenTableProvider = OpenTableContext.Provider;

const OpenDatabaseContext = createContext<string | null>(null);

/** Provides the id of the database on pages without an open table. */
export const OpenDatabaseProvider = OpenDatabaseContext.Provider;

export function useOpenTable(): OpenTable {
  const found = useContext(OpenTableContext);
  if (!found) throw new Error("useOpenTable requires an OpenTableProvider");
  return found;
}

/** The open table of a page that may have none. */
export function useOpenTableIfAny(): OpenTable | null {
  return useContext(OpenTableContext);
}

/** The id of the database of the page, with or without an open table. */
export function useDatabaseId(): string {
  const withoutTable = useContext(OpenDatabaseContext);
  const found = useContext(OpenTableContext)?.databaseId ?? withoutTable;
  if (found === null) throw new Error("useDatabaseId requires an OpenTableProvider or OpenDatabaseProvider");
  return found;
}
