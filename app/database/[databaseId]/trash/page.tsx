import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { LiveChanges } from "@/components/live/live-changes";
import { PagePalette } from "@/components/open-table/palette/page-palette";
import { BaseUndo } from "@/components/open-table/undo/base-undo";
import { TrashList } from "@/components/trash/trash-list";
import { limits } from "@/lib/contract/limits";
import { requireBase } from "../require-base";

export const metadata: Metadata = { title: "Trash" };

interface TrashPageProps {
  params: Promise<{ databaseId: string }>;
  searchParams: Promise<Query>;
}

/** The trash of a database. */
export default async function TrashPage({ params, searchParams }: TrashPageProps) {
  const { databaseId } = await params;
  await requireSession(`/database/${databaseId}/trash`, await searchParams);
  const { id, tables: whole, since } = await requireBase(databaseId);
  const tables = whole.map((table) => ({ id: table.id, name: table.name }));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <BaseUndo databaseId={id} />
      <PagePalette databaseId={id} />
      <LiveChanges databaseId={id} tables={tables} since={since} />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
        <h2 className="font-semibold text-xl">Trash</h2>
        <p className="max-w-prose text-muted text-sm">
          Deleted items stay here for {limits.trashDays} days. Restoring brings back their values, links and
          position.
        </p>
        <TrashList databaseId={id} tables={tables} />
      </div>
    </div>
  );
}
