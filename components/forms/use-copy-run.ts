import { useRef, useState } from "react";
import type { TaskRun } from "@/components/tasks/tasks";
import type { CopyProgress } from "./copying";

/** How far a copy has come, and the ways to begin one and to stop it. */
export function useCopyRun() {
  const [progress, setProgress] = useState<CopyProgress | null>(null);
  const stopper = useRef(new AbortController());

  function begin(): TaskRun {
    stopper.current = new AbortController();
    setProgress(null);
    return {
      signal: stopper.current.signal,
      report: (part) => setProgress((before) => ({ ...begun, ...before, ...part })),
    };
  }

  return { progress, begin, stop: () => stopper.current.abort() };
}

const begun: CopyProgress = { done: 0, total: null, hindrance: null };
