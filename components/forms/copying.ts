import type { Task, TaskRun } from "@/components/tasks/tasks";
import type { api } from "@/lib/client/api";
import { limits } from "@/lib/contract/limits";
import { type Problems, problemsOf } from "./problems";

/** How far a copy has come, in records that were looked at. */
export type CopyProgress = Omit<Task, "label">;

/** What a copy is made with. It is stopped between two calls, so that what was told is what is there. */
export interface CopyOptions extends TaskRun {
  /** The API to copy through. */
  readonly call: typeof api;
  /** Makes all of it one change. */
  readonly changeSetId: string;
}

/** Few enough that a page of long texts is within what one call may carry. */
export const recordsPerPage = Math.min(500, limits.recordsPerCall);

/** What is there of a copy that went no further. */
interface Made {
  readonly thing: "table" | "field";
  readonly contents: "records" | "values";
  readonly progress: CopyProgress | null;
}

/** Why a copy went no further, and how far it has come; `made` is null where there is nothing of it. */
export function explained(error: Error, made: Made | null): Problems {
  const isStopped = error.name === "AbortError";
  if (!made) return isStopped ? {} : problemsOf(error);
  const { thing, contents, progress } = made;
  const reason = isStopped ? "You stopped it." : (problemsOf(error)[""] ?? error.message);
  const share =
    progress?.total == null || progress.total === 0
      ? `none of the ${contents}`
      : `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")} ${contents}`;
  return { "": `The ${thing} is there, with ${share} copied. ${reason}` };
}
