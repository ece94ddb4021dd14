import type { HistoryEntry } from "@/lib/contract/changes";
import type { Record } from "@/lib/contract/records";
import type { Edit } from "./edits";

/** Somebody else has changed cells while a person was editing them: nothing was written. */
export class Conflicted extends Error {
  override readonly name = "Conflicted";

  constructor(
    /** As it is now. */
    readonly record: Record,
    /** What was to be written into those cells. */
    readonly mine: readonly Edit[],
    /** What has happened to the record, the newest first, as far as it could be read. */
    readonly history: readonly HistoryEntry[],
  ) {
    super("somebody else was first");
  }
}
