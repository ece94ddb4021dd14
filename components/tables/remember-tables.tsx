"use client";

import { useEffect } from "react";
import { noteTables } from "@/components/open-table/known-tables";
import type { LinkableTable } from "@/components/open-table/linkable-tables";

interface RememberTablesProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** Remembers which tables a database has, for the moment when one of them is gone. Draws nothing. */
export function RememberTables({ databaseId, tables }: RememberTablesProps) {
  useEffect(() => noteTables(databaseId, tables), [databaseId, tables]);
  return null;
}
