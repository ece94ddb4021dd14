import { isDeepStrictEqual } from "node:util";
import { isLink } from "../../field-types";
import { groupBy } from "../group-by";
import type { LoggedEntry } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { loadLinks, orderLinks } from "../records/links";
import { findSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import { foreignCells } from "./foreign-changes";
import type { Outcome } from "./outcome";

/**
 * Lists of links that did not get all that they had, by record and field: what others hold still may come free as
 * more of the write is reversed.
 */
export type ShortLists = Map<string, ShortList>;

interface ShortList {
  readonly schema: TableSchema;
  readonly field: SchemaField;
  readonly recordId: string;
  /** What it had. */
  readonly ids: string[];
}

/** Lists that have got the rest by now come in the order again that they had; tells which are short in the end. */
export async function settleShort(change: ChangeSet, short: ShortLists, outcome: Outcome): Promise<void> {
  for (const [field, lists] of groupBy(short.values(), (list) => list.field)) {
    const found = await loadLinks(
      field,
      lists.map(({ recordId }) => recordId),
    );
    for (const { schema, recordId, ids } of lists) {
      const now = found.get(recordId) ?? [];
      if (!ids.every((id) => now.includes(id))) {
        const reason = "some of the linked records are not there any more, or are linked elsewhere";
        outcome.skipped.push({ tableId: schema.id, recordId, fieldId: field.id, reason });
      }
      const ordered = listBetween({ now, was: ids, is: ids });
      if (!isDeepStrictEqual(now, ordered))
        await orderLinks(change, { schema, field }, [{ recordId, before: now, ids: ordered }]);
    }
  }
}

/** Lists that had changed by what was written to the records in them come in the order again that they had. */
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
      // Of several entries about one list the oldest comes last.
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

/**
 * A list as it was: what has been taken from it comes back, what has been added goes. What else has come or gone
 * with records that did stays so.
 */
export function listBetween({ now, was, is }: { now: string[]; was: string[]; is: string[] }): string[] {
  const back = was.filter((id) => now.includes(id) || !is.includes(id));
  return [...back, ...now.filter((id) => !was.includes(id) && !is.includes(id))];
}
