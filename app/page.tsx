import type { Metadata } from "next";
import { Suspense } from "react";
import { BaseList } from "@/components/bases/base-list";
import { BaseListSkeleton } from "@/components/bases/base-list-skeleton";
import { FirstSteps } from "@/components/bases/first-steps";
import type { ListedBase } from "@/components/bases/listed-base";
import { NewBaseButton } from "@/components/bases/new-base-button";
import { ViewerProvider } from "@/components/rights/viewer";
import { SiteHeader } from "@/components/site/site-header";
import { SitePage } from "@/components/site/site-page";
import type { Base } from "@/lib/contract/bases";
import { limits } from "@/lib/contract/limits";
import { logger } from "@/lib/server/logger";
import { figuresOf } from "@/lib/server/structure/base-figures";
import { listBases } from "@/lib/server/structure/bases";
import { type Query, requireSession } from "./signed-in";

export const metadata: Metadata = { title: "Databases" };

export default async function BasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/", await searchParams);
  const bases = await listBases(actor);
  if (bases.length === 0) {
    return (
      <div className="flex min-h-dvh flex-col">
        <SiteHeader />
        <FirstSteps />
      </div>
    );
  }
  return (
    <ViewerProvider actorId={actor.id} trashDays={limits.trashDays}>
      <SitePage title="Databases" action={<NewBaseButton />}>
        <Suspense fallback={<BaseListSkeleton />}>
          <Bases bases={bases} />
        </Suspense>
      </SitePage>
    </ViewerProvider>
  );
}

async function Bases({ bases }: { bases: readonly Base[] }) {
  const listed: ListedBase[] = [];
  // In batches, to leave connections for other requests.
  for (let from = 0; from < bases.length; from += atOnce) {
    listed.push(...(await Promise.all(bases.slice(from, from + atOnce).map(withFigures))));
  }
  return <BaseList bases={listed} now={Date.now()} />;
}

const atOnce = 4;

/** Adds the record counts of a database. Lists it without them if it is changed or deleted meanwhile. */
async function withFigures({ id, name, tables, updatedAt }: Base): Promise<ListedBase> {
  const tableIds = tables.map((table) => table.id);
  const figures = await figuresOf({ databaseId: id }, tableIds).catch((error) => {
    logger.warn({ err: error, databaseId: id }, "could not read the record counts of a database");
    return undefined;
  });
  return {
    id,
    name,
    tables: tables.map((table) => ({
      id: table.id,
      name: table.name,
      records: figures?.records.get(table.id) ?? null,
    })),
    changedAt: figures?.changedAt?.getTime() ?? Date.parse(updatedAt),
  };
}
