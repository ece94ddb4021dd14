import { type Edits, shownValue } from "@/components/edits/edits";
import type { Record } from "@/lib/contract/records";
import type { BoardRows } from "../moves/card-moves";

/** Shows pending edits in the records of a board. Stacks without any keep the same object. */
export function withEdits(board: BoardRows, edits: Edits): BoardRows {
  if (edits.records.size === 0) return board;
  return new Map(
    [...board].map(([stackId, rows]) => {
      const isEdited = rows.some(({ records }) => records?.some(({ id }) => edits.records.has(id)));
      if (!isEdited) return [stackId, rows];
      return [
        stackId,
        rows.map((segment) =>
          segment.records ? { records: segment.records.map((record) => withOwn(record, edits)) } : segment,
        ),
      ];
    }),
  );
}

function withOwn(record: Record, edits: Edits): Record {
  const own = edits.records.get(record.id);
  if (!own || own.queue.length === 0) return record;
  const data = Object.fromEntries(
    Object.entries(record.data).map(([fieldId, value]) => [fieldId, shownValue(own, fieldId, value)]),
  );
  return { ...record, data };
}
