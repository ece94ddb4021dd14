import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { recordsKey } from "@/components/listing/record-queries";
import { useOpenTable } from "./open-table";

/** Refetches data of the open table; resolves when it has arrived. */
export interface TableRefresh {
  /** Its fields and views, and those of linked tables. */
  structure(): Promise<void>;
  /** Its structure and its records. */
  everything(): Promise<void>;
}

export function useTableRefresh(): TableRefresh {
  const queryClient = useQueryClient();
  const { databaseId, table } = useOpenTable();
  const tableId = table.id;
  return useMemo(() => {
    const structure = () => queryClient.invalidateQueries({ queryKey: ["table", databaseId] });
    const records = () => queryClient.invalidateQueries({ queryKey: recordsKey({ databaseId, tableId }) });
    return {
      structure,
      everything: async () => {
        await Promise.all([structure(), records()]);
      },
    };
  }, [queryClient, databaseId, tableId]);
}
