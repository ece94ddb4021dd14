import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";
import type { FileImport, ImportRun } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";

/** A check of all rows before the import. */
export interface Checking {
  readonly check: (run: ImportRun) => void;
  /** Stops the check, or withdraws its result. */
  readonly stop: () => void;
  readonly isBusy: boolean;
  readonly result: NonNullable<FileImport["result"]> | null;
  readonly error: Error | null;
}

/** Checks all rows without storing anything. The result disappears when the draft changes. */
export function useCheck(place: ImportPlace | null, draft: unknown): Checking {
  const stopper = useRef(new AbortController());
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: async (run: ImportRun) => {
      if (!place) return null;
      const { result } = await api("POST /bases/{databaseId}/imports/{importId}/run", {
        params: { ...place },
        // Finds all errors, not only the first.
        body: { ...run, onError: "skip" },
        isDryRun: true,
        signal: stopper.current.signal,
      });
      return result;
    },
  });
  const stop = useStable(() => {
    stopper.current.abort();
    stopper.current = new AbortController();
    reset();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the draft changes, and at the end
  useEffect(() => stop, [draft, stop]);
  return { check: mutate, stop, isBusy: isPending, result: data ?? null, error };
}
