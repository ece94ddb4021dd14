import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { useStable } from "@/components/ui/use-stable";
import { type CellPlace, type CellUploads, type TakeFile, type Upload, uploadsOf } from "./cell-uploads";

export interface Uploads extends Pick<CellUploads, "start" | "dismiss"> {
  readonly all: readonly Upload[];
}

interface UploadHandling {
  readonly onDone: TakeFile;
  /** True if the editor closes because the edit was cancelled. */
  readonly isCancelled: RefObject<boolean>;
}

/** Connects an open editor to the uploads of its cell. */
export function useUploads(
  { databaseId, tableId, recordId, fieldId }: CellPlace,
  { onDone, isCancelled }: UploadHandling,
): Uploads {
  const queryClient = useQueryClient();
  const uploads = useMemo(
    () => uploadsOf({ databaseId, tableId, recordId, fieldId }, queryClient),
    [databaseId, tableId, recordId, fieldId, queryClient],
  );
  const all = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);
  const take = useStable(onDone);
  useEffect(() => {
    uploads.attach(take);
    return () => {
      if (isCancelled.current) uploads.cancel();
      uploads.detach();
    };
  }, [uploads, take, isCancelled]);
  return { all, start: uploads.start, dismiss: uploads.dismiss };
}
