"use client";

import { createContext, useContext } from "react";

/** A table that a link field may lead to. */
export interface LinkableTable {
  readonly id: string;
  readonly name: string;
}

const LinkableTables = createContext<readonly LinkableTable[]>([]);

/** Gives the tables of the database to whatever asks for one within a form. */
export const LinkableTablesProvider = LinkableTables.Provider;

export function useLinkableTables(): readonly LinkableTable[] {
  return useContext(LinkableTables);
}
