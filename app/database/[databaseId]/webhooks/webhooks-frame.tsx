import type { ReactNode } from "react";
import { LiveChanges } from "@/components/live/live-changes";
import { OpenDatabaseProvider } from "@/components/open-table/open-table";
import { PagePalette } from "@/components/open-table/palette/page-palette";
import type { OpenBase } from "../require-base";

interface WebhooksFrameProps {
  base: OpenBase;
  children: ReactNode;
}

/** The column of a page about webhooks, current with the tables and fields of the database. */
export function WebhooksFrame({ base: { id, tables, since }, children }: WebhooksFrameProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <LiveChanges
        databaseId={id}
        tables={tables.map((table) => ({ id: table.id, name: table.name }))}
        since={since}
      />
      <PagePalette databaseId={id} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
        <OpenDatabaseProvider value={id}>{children}</OpenDatabaseProvider>
      </div>
    </div>
  );
}
