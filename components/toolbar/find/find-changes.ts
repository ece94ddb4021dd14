import type { RecordListing } from "@/components/listing/record-queries";
import { readPage } from "@/components/listing/record-source";
import type { Field } from "@/lib/contract/fields";
import { limits } from "@/lib/contract/limits";
import type { Record } from "@/lib/contract/records";
import { type ReplacedCell, replacedCell } from "./replace-cell";
import type { Replacement } from "./replace-text";

/** A cell that a replacement changes, or would change if its field accepted the text. */
export interface CellChange extends ReplacedCell {
  readonly recordId: string;
  readonly field: Field;
  readonly before: unknown;
}

export interface Scope {
  readonly fields: readonly Field[];
  readonly replacement: Replacement;
}

/** The changes found on a page of records, and how far the search has come. */
export interface FoundChanges {
  readonly changes: readonly CellChange[];
  readonly read: number;
  readonly total: number;
}

/** Yields the cells to change, page by page. The server finds the records, this the cells. */
export async function* findChanges(
  listing: RecordListing,
  { fields, replacement }: Scope,
  signal: AbortSignal,
): AsyncGenerator<FoundChanges> {
  const selected = { ...listing, search: replacement.find };
  const fieldIds = fields.map(({ id }) => id);
  let cursor: string | null | undefined;
  let total = 0;
  let read = 0;
  while (cursor !== null) {
    const page = await readPage(
      selected,
      {
        limit: limits.recordsPerCall,
        fields: fieldIds,
        total: cursor === undefined,
        ...(cursor !== undefined && { cursor }),
      },
      signal,
    );
    total = page.total ?? total;
    read += page.records.length;
    yield { changes: changesIn(page.records, { fields, replacement }), read, total };
    cursor = page.nextCursor;
  }
}

function changesIn(records: readonly Record[], { fields, replacement }: Scope): CellChange[] {
  return records.flatMap((record) =>
    fields.flatMap((field) => {
      const before = record.data[field.id];
      const replaced = replacedCell(field, before, replacement);
      return replaced ? [{ recordId: record.id, field, before, ...replaced }] : [];
    }),
  );
}
