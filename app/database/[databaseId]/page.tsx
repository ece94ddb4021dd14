import { redirect } from "next/navigation";
import { requireSession } from "@/app/signed-in";
import { ImportButton } from "@/components/import/import-button";
import { PasteButton } from "@/components/import/paste-button";
import { LiveChanges } from "@/components/live/live-changes";
import { PagePalette } from "@/components/open-table/palette/page-palette";
import { BaseUndo } from "@/components/open-table/undo/base-undo";
import { NewTableForm } from "@/components/tables/new-table-form";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";
import { may } from "@/lib/server/access/may";
import { lastTableId } from "../last-used";
import { requireBase } from "./require-base";

interface BasePageProps {
  params: Promise<{ databaseId: string }>;
}

/** Redirects to the last opened table, else the first; without tables, shows the form for one. */
export default async function BasePage({ params }: BasePageProps) {
  const { databaseId } = await params;
  const actor = await requireSession(`/database/${databaseId}`);
  const { tables, since } = await requireBase(databaseId);
  const lastId = await lastTableId();
  const last = tables.find(({ id }) => id === lastId) ?? tables[0];
  if (last) redirect(`/database/${databaseId}/${last.id}`);
  return (
    <div className="overflow-y-auto">
      <LiveChanges databaseId={databaseId} tables={[]} since={since} />
      <BaseUndo databaseId={databaseId} />
      <PagePalette databaseId={databaseId} />
      {may(actor, "change-structure") ? (
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-1 px-4 py-8 max-sm:px-0">
          <h2 className="px-4 font-semibold text-xl">Create the first table</h2>
          <p className="px-4 text-muted text-sm">
            Give it a name and its first fields, import a file, or paste cells from a spreadsheet. You can add
            more tables later.
          </p>
          <NewTableForm
            databaseId={databaseId}
            tables={[]}
            focusesName
            secondary={
              <>
                <ImportButton target={{ is: "new-table", databaseId }} />
                <PasteButton target={{ is: "new-table", databaseId }} />
              </>
            }
          />
        </div>
      ) : (
        <MessagePage title="No tables yet" actions={<AllDatabasesLink look="plain" />}>
          <p>This database is empty, and you can't create tables in it.</p>
        </MessagePage>
      )}
    </div>
  );
}
