import { useRef, useState } from "react";
import type { TaskRun } from "@/components/tasks/tasks";
import type { CopyProgress } from "./copying";

/** The progress of a copy, with functions that start and stop one. */
export function useCopyRun() {
  const [progress, setProgress] = useState<CopyProgress | null>(null);
  const stopper = useRef(new AbortController());

  function begin(): TaskRun {
    stopper.current = new AbortController();
    setProgress(null);
    return {
      signal: stopper.current.signal,
      report: (part) => setProgress((before) => ({ ...initial, ...before, ...part })),
    };
  }

  return { progress, begin, stop: () => stopper.current.abort() };
}

const initial: CopyProgress = { done: 0, total: null, hindrance: null };
