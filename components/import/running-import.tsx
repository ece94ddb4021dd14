import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import type { ImportPlace } from "@/lib/contract/places";
import { ImportProgress } from "./import-progress";
import { importQuery } from "./use-import";

/** The progress of a running import, which can be cancelled or left to itself. */
export function RunningImport({ place, onClose }: { place: ImportPlace; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api("DELETE /bases/{databaseId}/imports/{importId}", { params: { ...place } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQuery(place).queryKey }),
  });
  return (
    <div className="flex flex-col gap-4 p-4">
      <div>
        <p role="status">The file is being imported.</p>
        <ImportProgress place={place} />
      </div>
      <p className="text-muted">
        It continues when you close this dialog or leave the page. Until it is done, nobody sees any of it.
      </p>
      {error && <Notice>{error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={() => mutate()} disabled={isPending}>
          {isPending ? "Cancelling…" : "Cancel import"}
        </Button>
        <Button look="primary" onClick={onClose}>
          Continue in background
        </Button>
      </div>
    </div>
  );
}
