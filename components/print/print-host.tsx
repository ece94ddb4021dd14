"use client";

import { useEffect, useSyncExternalStore } from "react";
import { listingOf } from "@/components/listing/listing-of";
import type { RecordListing } from "@/components/listing/record-queries";
import type { RecordSource } from "@/components/listing/record-source";
import type { Today } from "@/components/listing/use-today";
import { useOpenTable } from "@/components/open-table/open-table";
import { printRequest } from "@/components/open-table/print-request";
import { onDemand } from "@/components/ui/on-demand";
import { noSettings } from "@/lib/contract/view-settings";

const PrintDialog = onDemand(async () => (await import("./print-dialog")).PrintDialog);

interface PrintHostProps {
  readonly place: RecordSource;
  /** The listing of the open view, with personal settings and the search. */
  readonly listing: RecordListing;
  readonly today: Today;
  readonly databaseName: string | undefined;
}

/** The dialog that prints a view of the open table. */
export function PrintHost({ place, listing, today, databaseName }: PrintHostProps) {
  const viewId = useSyncExternalStore(printRequest.subscribe, printRequest.get, () => null);
  const { table, view: open } = useOpenTable();
  useEffect(() => close, []);
  const saved = table.views.find(({ id }) => id === viewId);
  if (viewId === open.id)
    return (
      <PrintDialog printed={{ table, view: open, listing }} databaseName={databaseName} onClose={close} />
    );
  if (!saved) return null;
  const printed = {
    table,
    view: saved,
    listing: listingOf(place, { saved, own: noSettings, search: "", today }),
  };
  return <PrintDialog key={saved.id} printed={printed} databaseName={databaseName} onClose={close} />;
}

function close(): void {
  printRequest.set(null);
}
