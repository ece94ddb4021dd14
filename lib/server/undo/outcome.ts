import type { Skipped } from "../../contract/changes";

/** The restored and skipped parts of an undo. */
export interface Outcome {
  restored: number;
  readonly skipped: Skipped[];
}
