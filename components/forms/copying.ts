import type { Task, TaskRun } from "@/components/tasks/tasks";
import { limits } from "@/lib/contract/limits";
import { type Problems, problemsOf } from "./problems";

/** The progress of a copy, in records read. */
export type CopyProgress = Omit<Task, "label">;

/** Options of a copy. A copy stops only between two calls, so that its last report is exact. */
export interface CopyOptions extends TaskRun {
  /** Groups all writes into one change set. */
  readonly changeSetId: string;
}

/** Keeps a page of long texts below the size limit of a request. */
export const recordsPerPage = Math.min(500, limits.recordsPerCall);

/** The part of a copy that was made before it failed. */
interface PartialCopy {
  readonly thing: "table" | "field";
  readonly contents: "records" | "values";
  readonly progress: CopyProgress | null;
}

/** Explains why a copy failed and how much was copied; `made` is null if nothing was created. */
export function explained(error: Error, made: PartialCopy | null): Problems {
  const isStopped = error.name === "AbortError";
  if (!made) return isStopped ? {} : problemsOf(error);
  const { thing, contents, progress } = made;
  const reason = isStopped ? "You stopped it." : (problemsOf(error)[""] ?? error.message);
  const share =
    progress?.total == null || progress.total === 0
      ? `none of the ${contents}`
      : `only ${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")} ${contents}`;
  return { "": `The ${thing} was created, but ${share} were copied. ${reason}` };
}
