import { v4 } from "uuid";
import { notify } from "@/components/tasks/messages";
import { addressOf, answeredAt } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/export-formats";
import type { TablePlace } from "@/lib/contract/places";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { showExport } from "./export-progress";

/** A table or view to export. */
export interface Exported {
  readonly place: TablePlace;
  /** A view to export as it shows the table; by default all fields and records. */
  readonly viewId?: string;
  /** Personal settings that replace those of the view. */
  readonly own?: ViewSettings;
}

const path = "/bases/{databaseId}/tables/{tableId}/records/export";

/** The address of an export, which a browser downloads with the session. */
export function exportAddress({ place, viewId, own = {} }: Exported, format: ExportFormat): string {
  const config = hasSettings(own) ? JSON.stringify(own) : undefined;
  return `/api/v1${addressOf(path, { params: { ...place }, query: { format, viewId, config } })}`;
}

/**
 * Downloads an export of a database. Asks the server first, because a refused download fails without a reason, and
 * reports the reason. A long export shows its progress, which the browser cannot know.
 */
export async function download(address: string, databaseId: string): Promise<void> {
  const stop = new AbortController();
  try {
    await answeredAt(address, { signal: stop.signal });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return notify({ title: "The file was not downloaded", detail, isError: true });
  } finally {
    // The browser's own download follows; this one has only begun.
    stop.abort();
  }
  const exportId = v4();
  const link = document.createElement("a");
  link.href = `${address}${address.includes("?") ? "&" : "?"}exportId=${exportId}`;
  link.download = "";
  link.click();
  showExport({ databaseId, exportId });
}
