import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { byRecord, type Edit, type Write } from "./edits";
import { patchRecord } from "./patch-record";

/**
 * Sends a write: a PATCH for a single record, one bulk PUT for several. Text typed in an editor is sent only if the
 * cell still holds the value it was opened on.
 */
export async function sendWrite(place: TablePlace, write: Write): Promise<readonly Record[]> {
  const { key, changeSetId, changeSetName, addsOptions } = write;
  const rows = rowsOf(write);
  const options = {
    idempotencyKey: key,
    ...(changeSetId !== undefined && { changeSetId }),
    ...(changeSetName !== undefined && { changeSetName }),
    ...(addsOptions && { query: { typecast: "true" as const } }),
  };
  const [only] = rows;
  if (only && rows.length === 1) {
    const { recordId, edits } = only;
    return [await patchRecord({ ...place, recordId }, edits, options)];
  }
  const { records } = await api("PUT /bases/{databaseId}/tables/{tableId}/records/bulk", {
    params: { ...place },
    body: { records: rows.map(({ recordId, values }) => ({ ...values, recordId })) },
    ...options,
  });
  return records;
}

/**
 * Finds the edits that an error names by path, such as `records[17].fAbcdefghij`. The path of a record names all of its
 * edits.
 */
export function blamedEdits(error: unknown, write: Write): ReadonlyMap<Edit, string> {
  const blamed = new Map<Edit, string>();
  if (!(error instanceof ApiError)) return blamed;
  const rows = rowsOf(write);
  for (const { path, message } of error.details ?? []) {
    const [, index, key] = /^records?(?:\[(\d+)\])?(?:\.([^.[]+))?/.exec(path) ?? [];
    const row = rows[Number(index ?? 0)];
    if (!row || (index === undefined && key === undefined)) continue;
    const named = row.edits.filter(({ fieldId }) => fieldId === key);
    for (const edit of named.length > 0 ? named : row.edits) blamed.set(edit, message);
  }
  return blamed;
}

function rowsOf({ edits }: Write) {
  return [...byRecord(edits)].map(([recordId, ofRecord]) => ({
    recordId,
    edits: ofRecord,
    values: Object.fromEntries(ofRecord.map(({ fieldId, value }) => [fieldId, value])),
  }));
}
