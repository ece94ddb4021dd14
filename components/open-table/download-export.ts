import { v4 } from "uuid";
import type { RecordSource, SharedLink } from "@/components/listing/record-source";
import { notify } from "@/components/tasks/messages";
import { addressOf, answeredAt, passwordHeader } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/export-formats";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { viewersTimeZone } from "@/lib/field-types/zone";
import { showExport } from "./export-progress";

/** A table or view to export. */
export interface Exported {
  readonly place: RecordSource;
  /** A view to export as it shows the table; by default all fields and records. */
  readonly viewId?: string;
  /** Personal settings that replace those of the view. */
  readonly own?: ViewSettings;
}

const path = "/bases/{databaseId}/tables/{tableId}/records/export";

/** The address of an export, which a browser downloads with the session. */
export function exportAddress({ place, viewId, own = {} }: Exported, format: ExportFormat): string {
  const { databaseId, tableId, link } = place;
  const zone = viewersTimeZone();
  const timeZone = zone === "UTC" ? undefined : zone;
  if (link) {
    const { token } = link;
    return `/api/v1${addressOf("/shared/{token}/export", { params: { token }, query: { format, timeZone } })}`;
  }
  const config = hasSettings(own) ? JSON.stringify(own) : undefined;
  return `/api/v1${addressOf(path, { params: { databaseId, tableId }, query: { format, viewId, config, timeZone } })}`;
}

/** Downloads an export of a table or view. */
export function downloadRecords(exported: Exported, format: ExportFormat): Promise<void> {
  const address = exportAddress(exported, format);
  const { databaseId, link } = exported.place;
  return link ? downloadShared(address, link) : download(address, databaseId);
}

/**
 * Downloads an export of a shared link. One with a password is read by the page, because the browser's own download
 * cannot send the password.
 */
async function downloadShared(address: string, { password }: SharedLink): Promise<void> {
  const stop = new AbortController();
  try {
    const headers = password === null ? {} : passwordHeader(password);
    const response = await answeredAt(address, { signal: stop.signal, headers });
    if (password === null) return clickDownload(address);
    const file = URL.createObjectURL(await response.blob());
    clickDownload(file, nameIn(response.headers.get("Content-Disposition")));
    // The browser reads the file a little later.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  } catch (error) {
    notifyNotDownloaded(error);
  } finally {
    stop.abort();
  }
}

/** The name in a response's `Content-Disposition`; empty if there is none, which leaves it to the browser. */
function nameIn(disposition: string | null): string {
  const [, encoded] = disposition?.match(/filename\*=UTF-8''([^;]+)/) ?? [];
  return encoded === undefined ? "" : decodeURIComponent(encoded);
}

function clickDownload(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

function notifyNotDownloaded(error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error);
  notify({ title: "The file was not downloaded", detail, isError: true });
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
    return notifyNotDownloaded(error);
  } finally {
    // The browser's own download follows; this one has only begun.
    stop.abort();
  }
  const exportId = v4();
  clickDownload(`${address}${address.includes("?") ? "&" : "?"}exportId=${exportId}`);
  showExport({ databaseId, exportId });
}
