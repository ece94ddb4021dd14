"use client";

import { createContext, useContext } from "react";
import type { Table } from "@/lib/contract/tables";
import type { ViewSettings } from "@/lib/contract/view-settings";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import type { LinkableTable } from "./linkable-tables";

/** The table that a page shows and the view it shows it by, for all that works on them. */
export interface OpenTable {
  readonly databaseId: string;
  /** As it was last heard of. */
  readonly table: Table;
  /** All of the database, this one among them. */
  readonly tables: readonly LinkableTable[];
  /** With the changes that are not saved yet. */
  readonly view: View;
  /** The settings of the view that are the person's own, in place of those that are saved; none for most. */
  readonly own: ViewSettings;
  /** Shows the view as it is saved. */
  readonly resetOwn: () => void;
  /** Saves one's own settings with the view, for everybody. */
  readonly saveOwn: () => void;
  /** Changes the view's config by its keys: shown at once, saved soon, or kept for oneself by those who save no views. */
  readonly changeView: (to: ViewConfigUpdate) => void;
}

const OpenTableContext = createContext<OpenTable | null>(null);

export const OpenTableProvider = OpenTableContext.Provider;

export function useOpenTable(): OpenTable {
  const found = useContext(OpenTableContext);
  if (!found) throw new Error("there is no table's page around this");
  return found;
}
