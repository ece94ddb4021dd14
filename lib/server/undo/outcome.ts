import type { Skipped } from "../../contract/changes";

/** What was brought back, and what not. */
export interface Outcome {
  restored: number;
  readonly skipped: Skipped[];
}
