import type { HistoryEntry } from "@/lib/contract/changes";
import type { Record } from "@/lib/contract/records";
import type { Edit } from "./edits";

/** Someone else changed cells while a person was editing them. Nothing was written. */
export class Conflicted extends Error {
  override readonly name = "Conflicted";

  constructor(
    /** The record as it is now. */
    readonly record: Record,
    /** The edits that were not written. */
    readonly mine: readonly Edit[],
    /** The record's latest changes, newest first; empty if they could not be loaded. */
    readonly history: readonly HistoryEntry[],
  ) {
    super("Someone else changed these cells first");
  }
}
