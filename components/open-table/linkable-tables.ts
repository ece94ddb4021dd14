"use client";

import { createContext, useContext } from "react";

/** A table that a link field may link to. */
export interface LinkableTable {
  readonly id: string;
  readonly name: string;
}

const LinkableTables = createContext<readonly LinkableTable[]>([]);

/** Provides the tables of the database to forms. */
export const LinkableTablesProvider = LinkableTables.Provider;

export function useLinkableTables(): readonly LinkableTable[] {
  return useContext(LinkableTables);
}
