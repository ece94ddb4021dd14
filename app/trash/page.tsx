import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { AllDatabasesLink } from "@/components/site/all-databases-link";
import { SiteHeader } from "@/components/site/site-header";
import { TrashList } from "@/components/trash/trash-list";
import { limits } from "@/lib/contract/limits";

export const metadata: Metadata = { title: "Trash" };

/** The databases that were deleted. */
export default async function TrashPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireSession("/trash", await searchParams);
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-8">
        <h1 className="font-semibold text-xl">Trash</h1>
        <p className="max-w-prose text-muted text-sm">
          Deleted databases stay here for {limits.trashDays} days, with all that was in them. Each database
          has a trash of its own for its tables, fields, views and records.
        </p>
        <TrashList />
        <AllDatabasesLink look="quiet" />
      </main>
    </div>
  );
}
