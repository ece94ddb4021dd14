import { api, apiWithTag } from "@/lib/client/api";
import type { HistoryEntry } from "@/lib/contract/changes";
import { hasCode } from "@/lib/contract/errors";
import type { RecordPlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { Conflicted } from "./conflicted";
import type { TaggedRecord } from "./edit-store";
import type { Edit } from "./edits";
import { isSameValue } from "./same-value";

/** Edits of one record, and the request that sends them to one version of it. */
interface Sending {
  readonly edits: readonly Edit[];
  readonly patch: (ifMatch: string) => Promise<Record>;
}

/** After this many versions in a row by others, the edit is refused. */
const maxAttempts = 10;

/**
 * Sends edits to cells that still hold the value their editors were opened on. If the record has a newer version with
 * changes in other cells only, the edits are sent to that version. Otherwise rejects with `Conflicted`.
 */
export async function sendIfUnchanged(place: RecordPlace, { edits, patch }: Sending): Promise<Record> {
  let tag = await edits[0]?.opened?.tag;
  for (let attempt = 1; ; attempt += 1) {
    if (tag === undefined) {
      const now = await readRecord(place);
      await requireUnchanged(place, { edits, record: now.record });
      tag = now.tag;
    }
    try {
      return await patch(tag);
    } catch (error) {
      if (!hasCode(error, "PRECONDITION_FAILED") || attempt === maxAttempts) throw error;
      const record = error.details?.[0]?.record;
      if (record) await requireUnchanged(place, { edits, record });
      // The error response has no `ETag`, so the next attempt reads the record again.
      tag = undefined;
    }
  }
}

export async function readRecord(place: RecordPlace): Promise<TaggedRecord> {
  const { answer: record, tag } = await apiWithTag(
    "GET /bases/{databaseId}/tables/{tableId}/records/{recordId}",
    { params: { ...place } },
  );
  return { record, tag: tag ?? "" };
}

async function requireUnchanged(
  place: RecordPlace,
  { edits, record }: { readonly edits: readonly Edit[]; readonly record: Record },
): Promise<void> {
  const mine = edits.filter((edit) => isChangedByOthers(edit, record.data[edit.fieldId]));
  if (mine.length > 0) throw new Conflicted(record, mine, await readHistory(place));
}

/** True if someone else changed the cell since its editor was opened. */
export function isChangedByOthers({ opened, value }: Edit, now: unknown): boolean {
  return opened !== undefined && ![...opened.held, value].some((known) => isSameValue(known, now));
}

/** Loads the record's latest changes; empty on failure, because they only add the author to the message. */
async function readHistory(place: RecordPlace): Promise<readonly HistoryEntry[]> {
  try {
    const { history } = await api("GET /bases/{databaseId}/tables/{tableId}/records/{recordId}/history", {
      params: { ...place },
      query: { limit: "20" },
    });
    return history;
  } catch {
    return [];
  }
}
