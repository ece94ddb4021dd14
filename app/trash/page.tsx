import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { ViewerProvider } from "@/components/rights/viewer";
import { SitePage } from "@/components/site/site-page";
import { TrashList } from "@/components/trash/trash-list";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { limits } from "@/lib/contract/limits";

export const metadata: Metadata = { title: "Trash" };

/** The trash of deleted databases. */
export default async function TrashPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireSession("/trash", await searchParams);
  return (
    <ViewerProvider trashDays={limits.trashDays}>
      <SitePage
        title="Trash"
        lead={
          <>
            Deleted databases stay here for {limits.trashDays} days. Restoring brings back everything in them.
            Each database has its own trash for its tables, fields, views and records.
          </>
        }
      >
        <TrashList />
        <AllDatabasesLink look="quiet" />
      </SitePage>
    </ViewerProvider>
  );
}
