import { v4 } from "uuid";
import { api } from "@/lib/client/api";
import type { HistoryEntry } from "@/lib/contract/changes";
import { type ApiError, hasCode } from "@/lib/contract/errors";
import type { RecordPlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { Conflicted } from "./conflicted";
import type { Edit } from "./edits";
import { readRecord } from "./read-record";
import { isSameValue } from "./same-value";

/** Options of the request, without those that are made of the edits. */
interface Sending {
  readonly idempotencyKey: string;
  readonly changeSetId?: string;
  readonly changeSetName?: string;
  readonly query?: { readonly typecast: "true" };
}

/** The number of conflicts in a row after which the edits are refused. */
const maxAttempts = 10;

/**
 * Writes edits of one record. Text typed in an editor is written only if its cell holds a value that the editor was
 * opened on, or holds that text already; otherwise nothing is written and `Conflicted` is thrown.
 */
export async function patchRecord(
  place: RecordPlace,
  edits: readonly Edit[],
  { idempotencyKey, ...options }: Sending,
): Promise<Record> {
  const record = valuesOf(edits, ({ value }) => value);
  const guarded = edits.filter(({ opened }) => opened);
  let expected = valuesOf(guarded, ({ opened }) => opened?.held[0]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api("PATCH /bases/{databaseId}/tables/{tableId}/records/{recordId}", {
        params: { ...place },
        body: { record, ...(guarded.length > 0 && { expected }) },
        ...options,
        // Another attempt expects other values, so it is another request and needs another key.
        idempotencyKey: attempt === 1 ? idempotencyKey : v4(),
      });
    } catch (error) {
      if (!isUnmet(error) || attempt === maxAttempts) throw error;
      const now = error.details?.[0]?.record ?? (await readRecord(place));
      const changed = guarded.filter((edit) => isChangedByOthers(edit, now.data[edit.fieldId]));
      if (changed.length > 0) throw new Conflicted(now, changed, await readHistory(place));
      // An earlier attempt was applied, but its response was lost.
      if (edits.every(({ fieldId, value }) => isSameValue(now.data[fieldId], value))) return now;
      expected = valuesOf(guarded, ({ fieldId }) => now.data[fieldId]);
    }
  }
}

/** True if someone else changed the cell since its editor was opened. */
export function isChangedByOthers({ opened, value }: Edit, now: unknown): boolean {
  return opened !== undefined && ![...opened.held, value].some((known) => isSameValue(known, now));
}

/**
 * True if the record does not hold what was expected. An expected value that the field no longer takes, such as a
 * deleted option, is a bad request.
 */
function isUnmet(error: unknown): error is ApiError {
  if (hasCode(error, "PRECONDITION_FAILED")) return true;
  const details = hasCode(error, "BAD_REQUEST") ? (error.details ?? []) : [];
  return details.length > 0 && details.every(({ path }) => path.startsWith("expected."));
}

/** Values by field id; JSON needs null for an empty cell. */
function valuesOf(edits: readonly Edit[], valueIn: (edit: Edit) => unknown): { [fieldId: string]: unknown } {
  return Object.fromEntries(edits.map((edit) => [edit.fieldId, valueIn(edit) ?? null]));
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
