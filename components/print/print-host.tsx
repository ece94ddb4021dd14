"use client";

import { useEffect, useSyncExternalStore } from "react";
import { listingOf } from "@/components/listing/listing-of";
import type { RecordListing } from "@/components/listing/record-queries";
import type { RecordSource } from "@/components/listing/record-source";
import type { Today } from "@/components/listing/today";
import { useOpenTable } from "@/components/open-table/open-table";
import { printRequest } from "@/components/open-table/print-request";
import { onDemand } from "@/components/ui/on-demand";
import { noSettings } from "@/lib/contract/view-settings";

const PrintDialog = onDemand(async () => (await import("./print-dialog")).PrintDialog);
const PrintedForm = onDemand(async () => (await import("./printed-form")).PrintedForm);

interface PrintHostProps {
  readonly place: RecordSource;
  /** The listing of the open view, with personal settings and the search. */
  readonly listing: RecordListing;
  readonly today: Today;
  readonly databaseName: string | undefined;
}

/** Prints a view or record of the open table as somebody asks for it. */
export function PrintHost({ place, listing, today, databaseName }: PrintHostProps) {
  const request = useSyncExternalStore(printRequest.subscribe, printRequest.get, () => null);
  const { table, view: open } = useOpenTable();
  useEffect(() => close, []);
  if (!request) return null;
  const dialog = { databaseName, onClose: close };
  if ("record" in request) {
    const { record } = request;
    return <PrintDialog key={record.id} printed={{ table, view: open, listing, record }} {...dialog} />;
  }
  const view = request.viewId === open.id ? open : table.views.find(({ id }) => id === request.viewId);
  if (!view) return null;
  if (view.type === "form") return <PrintedForm key={view.id} view={view} onClose={close} />;
  const shown =
    view === open ? listing : listingOf(place, { saved: view, own: noSettings, search: "", today });
  return <PrintDialog key={view.id} printed={{ table, view, listing: shown }} {...dialog} />;
}

function close(): void {
  printRequest.set(null);
}
