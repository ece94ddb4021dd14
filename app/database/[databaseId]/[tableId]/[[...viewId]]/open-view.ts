import { pageSize } from "@/components/listing/record-pages";
import { type OpenedView, openAsked } from "@/components/open-table/open-asked";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { listRecords } from "@/lib/server/lists/record-list";

interface Opening {
  readonly databaseId: string;
  readonly table: Table;
  readonly view: View;
}

/** The first records of a view, with the valid settings of the URL. */
export function openView(
  { databaseId, table, view }: Opening,
  parameter: string | readonly string[] | undefined,
): Promise<OpenedView> {
  return openAsked(table.fields, parameter, async (config) => {
    const page = await listRecords(
      { databaseId, tableId: table.id },
      { limit: pageSize, offset: 0, viewId: view.id, config, total: false },
    );
    return { records: page.records.parse(), hasMore: page.hasMore };
  });
}
