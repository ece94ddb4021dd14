import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ImportRun } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import type { ImportDraft } from "./import-draft";
import { importQuery } from "./use-import";

/** Starts the import, after naming the database that was created for it. */
export function useRun(place: ImportPlace, draft: ImportDraft | undefined, onStarted: () => void) {
  const queryClient = useQueryClient();
  const { databaseId } = place;
  return useMutation({
    mutationFn: async (run: ImportRun) => {
      const name = draft?.databaseName;
      if (typeof name === "string") {
        await api("PATCH /bases/{databaseId}", { params: { databaseId }, body: { name } });
      }
      return api("POST /bases/{databaseId}/imports/{importId}/run", { params: { ...place }, body: run });
    },
    onSuccess: (started) => {
      queryClient.setQueryData(importQuery(place).queryKey, started);
      onStarted();
    },
  });
}
