import type { FirstPage } from "@/components/listing/use-records";
import { hasCode } from "@/lib/contract/errors";
import type { Field } from "@/lib/contract/fields";
import {
  noSettings,
  pruneSettings,
  readSettings,
  type ViewSettings,
  writeSettings,
} from "@/lib/contract/view-settings";
import type { AskedSettings } from "./use-settings-in-address";

/** A view with its first records, opened by an address. */
export interface OpenedView {
  readonly firstPage: FirstPage;
  readonly asked: AskedSettings;
  /** Reasons why the page differs from what its URL names. */
  readonly notes: readonly string[];
}

/** Lists the first records of a view with personal settings. */
export type ListFirst = (settings: ViewSettings) => Promise<Omit<FirstPage, "readAt">>;

/** The first records of a view, with the valid settings of the URL's parameter. */
export async function openAsked(
  fields: readonly Field[],
  parameter: string | readonly string[] | null | undefined,
  list: ListFirst,
): Promise<OpenedView> {
  const written = typeof parameter === "string" ? parameter : null;
  if (parameter === undefined || parameter === null) return open({ written, settings: null }, [], list);
  const read = written === null ? null : readSettings(written);
  const settings = read && pruneSettings(read, fields);
  if (!settings) return open({ written, settings: null }, [unreadable], list);
  const notes = writeSettings(read) === writeSettings(settings) ? [] : [unfitting];
  try {
    return await open({ written, settings }, notes, list);
  } catch (error) {
    if (!hasCode(error, "BAD_REQUEST")) throw error;
    return open({ written, settings: null }, [unreadable], list);
  }
}

async function open(asked: AskedSettings, notes: readonly string[], list: ListFirst): Promise<OpenedView> {
  const readAt = Date.now();
  const first = await list(asked.settings ?? noSettings);
  return { firstPage: { ...first, readAt }, asked, notes };
}

const unreadable = "The settings in this link can't be read. Showing the view as it is saved.";
const unfitting = "Some settings in this link don't fit this table. They are left out.";
