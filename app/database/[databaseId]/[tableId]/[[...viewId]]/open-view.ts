import { listSettings } from "@/components/listing/list-settings";
import { pageSize } from "@/components/listing/record-pages";
import type { FirstPage } from "@/components/listing/use-records";
import type { AskedSettings } from "@/components/open-table/use-settings-in-address";
import { hasCode } from "@/lib/contract/errors";
import type { Table } from "@/lib/contract/tables";
import {
  noSettings,
  pruneSettings,
  readSettings,
  type ViewSettings,
  writeSettings,
} from "@/lib/contract/view-settings";
import type { View } from "@/lib/contract/views";
import { listRecords } from "@/lib/server/lists/record-list";

interface Opening {
  readonly databaseId: string;
  readonly table: Table;
  readonly view: View;
}

interface OpenedView {
  readonly firstPage: FirstPage;
  readonly asked: AskedSettings;
  readonly notes: readonly string[];
}

/** The first records of a view, with the valid settings of the URL. */
export async function openView(
  opening: Opening,
  parameter: string | readonly string[] | undefined,
): Promise<OpenedView> {
  const written = typeof parameter === "string" ? parameter : null;
  if (parameter === undefined) return open(opening, { written, settings: null }, []);
  const read = written === null ? null : readSettings(written);
  const settings = read && pruneSettings(read, opening.table.fields);
  if (!settings) return open(opening, { written, settings: null }, [unreadable]);
  const notes = writeSettings(read) === writeSettings(settings) ? [] : [unfitting];
  try {
    return await open(opening, { written, settings }, notes);
  } catch (error) {
    if (!hasCode(error, "BAD_REQUEST")) throw error;
    return open(opening, { written, settings: null }, [unreadable]);
  }
}

async function open(
  { databaseId, table, view }: Opening,
  asked: AskedSettings,
  notes: readonly string[],
): Promise<OpenedView> {
  const readAt = Date.now();
  const config: ViewSettings = listSettings(asked.settings ?? noSettings);
  const page = await listRecords(
    { databaseId, tableId: table.id },
    { limit: pageSize, offset: 0, viewId: view.id, config, total: false },
  );
  return { firstPage: { ...page, records: page.records.parse(), readAt }, asked, notes };
}

const unreadable = "The settings in this link can't be read. Showing the view as it is saved.";
const unfitting = "Some settings in this link don't fit this table. They are left out.";
