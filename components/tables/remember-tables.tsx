"use client";

import { useEffect } from "react";
import { noteTables } from "@/components/open-table/known-tables";
import type { LinkableTable } from "@/components/open-table/linkable-tables";

interface RememberTablesProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** Remembers the tables of a database, to find the neighbour of a deleted one. Renders nothing. */
export function RememberTables({ databaseId, tables }: RememberTablesProps) {
  useEffect(() => noteTables(databaseId, tables), [databaseId, tables]);
  return null;
}
