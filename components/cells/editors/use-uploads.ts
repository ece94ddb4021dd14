import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import type { CellId } from "@/components/edits/edits";
import { useStable } from "@/components/ui/use-stable";
import { useEditorSource } from "./editor-source";
import type { CellUploads, TakeFile, Upload } from "./uploads";

export interface Uploads extends Pick<CellUploads, "start" | "dismiss"> {
  readonly all: readonly Upload[];
}

interface UploadHandling {
  readonly onDone: TakeFile;
  /** True if the editor closes because the edit was cancelled. */
  readonly isCancelled: RefObject<boolean>;
}

/** Connects an open editor to the uploads of its cell. */
export function useUploads({ recordId, fieldId }: CellId, { onDone, isCancelled }: UploadHandling): Uploads {
  const { uploadsOf } = useEditorSource();
  const uploads = useMemo(() => uploadsOf({ recordId, fieldId }), [recordId, fieldId, uploadsOf]);
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
