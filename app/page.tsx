import type { Metadata } from "next";
import { Suspense } from "react";
import { BaseList } from "@/components/bases/base-list";
import { BaseListSkeleton } from "@/components/bases/base-list-skeleton";
import { FirstSteps } from "@/components/bases/first-steps";
import type { ListedBase } from "@/components/bases/listed-base";
import { NewBaseButton } from "@/components/bases/new-base-button";
import { HomeDrop } from "@/components/import/drops";
import { ImportButton } from "@/components/import/import-button";
import { AccountHint } from "@/components/people/account-hint";
import { ViewerProvider } from "@/components/rights/viewer";
import { SiteHeader } from "@/components/site/site-header";
import { SitePage } from "@/components/site/site-page";
import { limits } from "@/lib/contract/limits";
import { allowedActions, may } from "@/lib/server/access/may";
import type { CallerRights } from "@/lib/server/access/rights";
import { figuresOf } from "@/lib/server/structure/base-figures";
import { type BaseOutline, outlineBases } from "@/lib/server/structure/bases";
import { type Query, requireSession } from "./signed-in";

export const metadata: Metadata = { title: "Databases" };

export default async function BasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/", await searchParams);
  const bases = await outlineBases(actor);
  const hint = may(actor, "manage-people") && actor.person.email === null && <AccountHint />;
  if (bases.length === 0) {
    return (
      <div className="flex min-h-dvh flex-col">
        <SiteHeader />
        <FirstSteps hint={hint} />
        <HomeDrop />
      </div>
    );
  }
  return (
    <ViewerProvider trashDays={limits.trashDays}>
      <SitePage title="Databases" action={<HomeActions />}>
        {hint}
        <Suspense fallback={<BaseListSkeleton />}>
          <Bases bases={bases} rights={actor} />
        </Suspense>
        <HomeDrop />
      </SitePage>
    </ViewerProvider>
  );
}

function HomeActions() {
  return (
    <div className="flex flex-wrap gap-2">
      <ImportButton target={{ is: "new-database" }} />
      <NewBaseButton />
    </div>
  );
}

async function Bases({ bases, rights }: { bases: readonly BaseOutline[]; rights: CallerRights }) {
  const { records, changedAt } = await figuresOf(bases);
  const listed = bases.map(
    ({ id, name, tables, updatedAt }): ListedBase => ({
      id,
      name,
      tables: tables.map((table) => ({
        id: table.id,
        name: table.name,
        records: records.get(table.id) ?? null,
      })),
      changedAt: changedAt.get(id)?.getTime() ?? updatedAt.getTime(),
      actions: allowedActions(rights, id),
    }),
  );
  return <BaseList bases={listed} now={Date.now()} />;
}
