import { type Edits, shownValue } from "@/components/edits/edits";
import type { Record } from "@/lib/contract/records";
import type { Rows } from "./segments";

/** Shows pending edits in records. Returns the same rows if there are none. */
export function withEdits(rows: Rows, edits: Edits): Rows {
  const isEdited = rows.some(({ records }) => records?.some(({ id }) => edits.records.has(id)));
  if (!isEdited) return rows;
  return rows.map((segment) =>
    segment.records ? { records: segment.records.map((record) => withOwn(record, edits)) } : segment,
  );
}

/** Shows the pending edits of a record in it. */
export function withOwn(record: Record, edits: Edits): Record {
  const own = edits.records.get(record.id);
  if (!own || own.queue.length === 0) return record;
  const data = Object.fromEntries(
    Object.entries(record.data).map(([fieldId, value]) => [fieldId, shownValue(own, fieldId, value)]),
  );
  return { ...record, data };
}
