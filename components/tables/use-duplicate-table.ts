"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { v4 as uuid } from "uuid";
import { explained } from "@/components/forms/copying";
import { useCopyRun } from "@/components/forms/use-copy-run";
import { persist } from "@/components/tasks/retry";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Table } from "@/lib/contract/tables";
import { duplicateTable } from "./duplicate-table";

interface Outcome {
  /** Called once the copy exists, even if its records are incomplete. */
  onMade: () => Promise<void>;
  onDone: () => void;
}

/** Duplicates a table and opens the copy. */
export function useDuplicateTable({ databaseId, tableId }: TablePlace, { onMade, onDone }: Outcome) {
  const router = useRouter();
  const { progress, begin, stop } = useCopyRun();
  const [copy, setCopy] = useState<Table | null>(null);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wish: { name: string; withRecords: boolean }) => {
      const run = begin();
      const table = await persist(
        () => api("GET /bases/{databaseId}/tables/{tableId}", { params: { databaseId, tableId } }),
        run,
      );
      const onTableMade = (made: Table) => {
        setCopy(made);
        void onMade();
      };
      const options = { call: api, changeSetId: uuid(), ...run };
      return duplicateTable({ databaseId, table }, { ...wish, onMade: onTableMade }, options);
    },
    onSuccess: ({ id }) => {
      router.push(`/database/${databaseId}/${id}`);
      onDone();
    },
  });

  return {
    start: mutate,
    stop,
    progress,
    /** The copy, once it exists. */
    copy,
    isBusy: isPending,
    problems: error ? explained(error, copy && { thing: "table", contents: "records", progress }) : {},
  };
}
