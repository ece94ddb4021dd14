import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { recordsKey } from "@/components/listing/record-queries";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import type { RecordPlace } from "@/lib/contract/places";
import { trashedQuery } from "./record-queries";

/** Reports that a record does not exist, and offers to restore it if it is in the trash. */
export function MissingRecord({ place }: { place: RecordPlace }) {
  const queryClient = useQueryClient();
  const { databaseId } = place;
  const mayReadTrash = useMay("read");
  const mayRestore = useMay("create-records");
  const { data: trashed, isLoading } = useQuery({
    ...trashedQuery(place),
    ...(!mayReadTrash && { enabled: false }),
  });
  const {
    mutate,
    isPending: isRestoring,
    error,
  } = useMutation({
    mutationFn: (trashId: string) =>
      api("POST /bases/{databaseId}/trash/{trashId}/restore", { params: { databaseId, trashId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recordsKey(place) }),
  });
  if (isLoading) return null;
  return (
    <div role="status" className="flex flex-col items-start gap-3 p-4">
      <p className="font-semibold text-sm">{trashed ? "This record is in the trash" : "Record not found"}</p>
      <p className="text-muted">
        {trashed
          ? "It was deleted. You can restore it."
          : "It may have been deleted, or the link is incomplete."}
      </p>
      {error && <Notice>The record was not restored. {error.message}</Notice>}
      {trashed && mayRestore && (
        <Button disabled={isRestoring} onClick={() => mutate(trashed.id)}>
          Restore
        </Button>
      )}
    </div>
  );
}
