import { listingOf } from "@/components/listing/listing-of";
import { pageSize } from "@/components/listing/record-pages";
import { todayOf } from "@/components/listing/today";
import { type OpenedView, openAsked } from "@/components/open-table/open-asked";
import { maxFirstOfStack } from "@/lib/contract/stacks";
import type { Table } from "@/lib/contract/tables";
import { showsRecords } from "@/lib/contract/view-types";
import type { View } from "@/lib/contract/views";
import { listRecords } from "@/lib/server/lists/record-list";
import { listStacks } from "@/lib/server/lists/stacks";

interface Opening {
  readonly databaseId: string;
  readonly table: Table;
  readonly view: View;
  /** The zone by which filters such as "is today" are read. */
  readonly timeZone: string;
}

/** The first records of a view, or of each stack of a board, with the valid settings of the URL. */
export function openView(
  { databaseId, table, view, timeZone: zone }: Opening,
  parameter: string | readonly string[] | undefined,
): Promise<OpenedView> {
  const place = { databaseId, tableId: table.id };
  return openAsked(table.fields, parameter, async (settings) => {
    if (!showsRecords(view.type)) return { records: [], hasMore: true };
    const today = todayOf(table.fields, { timeZone: zone, now: Date.now() });
    const listing = listingOf(place, { saved: view, own: settings, search: "", today });
    const { stackFieldId, startFieldId, fieldIds, own, ownStacks, timeZone } = listing;
    // The days that a calendar shows first depend on the browser's time zone.
    if (startFieldId !== undefined) return { records: [], hasMore: true };
    const fields = fieldIds && [...fieldIds];
    if (stackFieldId !== undefined) {
      const config = { ...own, ...ownStacks };
      const asked = { viewId: view.id, config, fields, timeZone, limit: maxFirstOfStack, counts: false };
      const page = await listStacks(place, asked);
      return { records: [], hasMore: true, stacks: { ...page, stacks: page.stacks.parse() } };
    }
    const page = await listRecords(place, {
      limit: pageSize,
      offset: 0,
      viewId: view.id,
      config: own ?? {},
      total: false,
      fields,
      timeZone,
    });
    return { records: page.records.parse(), hasMore: page.hasMore };
  });
}
