import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { useStable } from "@/components/ui/use-stable";
import type { Base } from "@/lib/contract/bases";
import type { ImportPlace } from "@/lib/contract/places";
import { beginImport } from "./begin-import";
import { isDatabaseFile } from "./importable";

export interface Upload {
  /** The file being uploaded. */
  readonly file: File | undefined;
  /** The share that is sent, from 0 to 1. */
  readonly progress: number;
  readonly isBusy: boolean;
  /** True once a database is sent: the server then creates it, even if the page is closed. */
  readonly isFinal: boolean;
  readonly error: Error | null;
  readonly start: (file: File) => void;
  readonly cancel: () => void;
}

/** Uploads the file of an import, at once if it is given. Its end is an import, or a database. */
export function useUpload(
  { target, file: given }: { target: ImportTarget; file?: File | undefined },
  onUploaded: (to: ImportPlace | Base) => void,
): Upload {
  const [progress, setProgress] = useState(0);
  const stopper = useRef(new AbortController());
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (file: File) =>
      beginImport(target, file, { signal: stopper.current.signal, onProgress: setProgress }),
    onSuccess: onUploaded,
  });
  useAskBeforeLeaving(isPending);

  const start = useStable((file: File) => {
    setProgress(0);
    stopper.current = new AbortController();
    mutate(file);
  });
  useEffect(() => {
    if (given) start(given);
  }, [given, start]);
  function cancel(): void {
    stopper.current.abort();
    reset();
  }
  const isFinal = isPending && progress === 1 && isDatabaseFile(variables, target);
  return { file: variables, progress, isBusy: isPending, isFinal, error, start, cancel };
}
