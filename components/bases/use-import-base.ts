import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { useStable } from "@/components/ui/use-stable";
import { upload } from "@/lib/client/upload";

/** The import of a database. */
export interface ImportRun {
  readonly file: File | undefined;
  /** The share that is sent, from 0 to 1. */
  readonly progress: number;
  readonly isBusy: boolean;
  /** True once the whole file is sent. */
  readonly isSent: boolean;
  /** The reason why it failed; null after a stop. */
  readonly error: Error | null;
  readonly start: (file: File) => void;
  readonly cancel: () => void;
}

/** Uploads an exported database, and opens the new one. */
export function useImportBase(onDone: () => void): ImportRun {
  const router = useRouter();
  const [progress, setProgress] = useState(0);
  const stopper = useRef(new AbortController());
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (file: File) =>
      upload<{ id: string }>("/bases/import", file, {
        signal: stopper.current.signal,
        onProgress: setProgress,
      }),
    onSuccess: ({ id }) => {
      router.push(`/database/${id}`);
      onDone();
    },
  });
  useAskBeforeLeaving(isPending);

  const start = useStable((file: File) => {
    setProgress(0);
    stopper.current = new AbortController();
    mutate(file);
  });
  function cancel(): void {
    stopper.current.abort();
    reset();
  }
  return { file: variables, progress, isBusy: isPending, isSent: progress === 1, error, start, cancel };
}
