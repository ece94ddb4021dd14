"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { explained } from "@/components/forms/copying";
import { useCopyRun } from "@/components/forms/use-copy-run";
import { write } from "@/components/tasks/write";
import type { TablePlace } from "@/lib/contract/places";

interface Outcome {
  /** Called once the copy exists. */
  onMade: () => Promise<void>;
  onDone: () => void;
}

/** Duplicates a table and opens the copy. */
export function useDuplicateTable({ databaseId, tableId }: TablePlace, { onMade, onDone }: Outcome) {
  const router = useRouter();
  const { progress, begin, stop } = useCopyRun();

  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, withRecords }: { name: string; withRecords: boolean }) =>
      write(
        "POST /bases/{databaseId}/tables/{tableId}/duplicate",
        { params: { databaseId, tableId }, body: { name, records: withRecords } },
        begin(),
      ),
    onSuccess: ({ id }) => {
      void onMade();
      router.push(`/database/${databaseId}/${id}`);
      onDone();
    },
  });

  return {
    start: mutate,
    // The server finishes a request that it has received; only waiting for the server can be stopped.
    stop: progress?.hindrance ? stop : undefined,
    progress,
    isBusy: isPending,
    isMade: false,
    problems: error ? explained(error, null) : {},
  };
}
