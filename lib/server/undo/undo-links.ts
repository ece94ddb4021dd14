import { isDeepStrictEqual } from "node:util";
import { isLink } from "../../field-types";
import { groupBy } from "../group-by";
import type { LoggedEntry } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { loadLinks } from "../records/link-lists";
import { orderLinks } from "../records/links";
import { findSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { foreignCells } from "./foreign-changes";
import type { Outcome } from "./outcome";

/**
 * Lists that could not get all their links back yet, by record and field; further steps of the undo may release the
 * rest.
 */
export type ShortLists = Map<string, ShortList>;

interface ShortList {
  readonly schema: TableSchema;
  readonly field: SchemaField;
  readonly recordId: string;
  /** The previous links. */
  readonly ids: string[];
}

/** Restores the order of lists that are complete now, and reports those that are not. */
export async function settleShort(change: ChangeSet, short: ShortLists, outcome: Outcome): Promise<void> {
  for (const [field, lists] of groupBy(short.values(), (list) => list.field)) {
    const found = await loadLinks(
      field,
      lists.map(({ recordId }) => recordId),
    );
    for (const { schema, recordId, ids } of lists) {
      const now = found.get(recordId) ?? [];
      if (!ids.every((id) => now.includes(id))) {
        const reason = "some of the linked records were deleted or are linked elsewhere";
        outcome.skipped.push({ tableId: schema.id, recordId, fieldId: field.id, reason });
      }
      const ordered = listBetween({ now, was: ids, is: ids });
      if (!isDeepStrictEqual(now, ordered))
        await orderLinks(change, { schema, field }, [{ recordId, before: now, ids: ordered }]);
    }
  }
}

/** Restores the order of lists that changed as a side effect of writes to the records in them. */
export async function settleOrders(change: ChangeSet, entries: readonly LoggedEntry[]): Promise<void> {
  for (const [tableId, ofTable] of groupBy(entries, (entry) => entry.tableId ?? "")) {
    const schema = await findSchema({ databaseId: change.databaseId, tableId });
    if (!schema) continue;
    const foreign = await foreignCells(change, tableId, ofTable);
    for (const field of schema.fields.filter(isLink)) {
      const touched = ofTable.filter(
        ({ itemId, before }) => before && field.id in before && !foreign.has(`${itemId} ${field.id}`),
      );
      if (touched.length === 0) continue;
      const ids = touched.map(({ itemId }) => itemId);
      const lists = await loadLinks(field, ids);
      // The oldest of several entries about one list comes last.
      const wanted = new Map(touched.map(({ itemId, before }) => [itemId, before?.[field.id] as string[]]));
      const moved = [...wanted].flatMap(([recordId, was]) => {
        const now = lists.get(recordId) ?? [];
        const ordered = listBetween({ now, was, is: was });
        return isDeepStrictEqual(now, ordered) ? [] : [{ recordId, before: now, ids: ordered }];
      });
      await orderLinks(change, { schema, field }, moved);
    }
  }
}

/** Reverts a list: restores removed links and removes added ones. Keeps later changes. */
export function listBetween({ now, was, is }: { now: string[]; was: string[]; is: string[] }): string[] {
  const back = was.filter((id) => now.includes(id) || !is.includes(id));
  return [...back, ...now.filter((id) => !was.includes(id) && !is.includes(id))];
}
