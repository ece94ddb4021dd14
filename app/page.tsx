import type { Metadata } from "next";
import { BaseList } from "@/components/bases/base-list";
import { FirstSteps } from "@/components/bases/first-steps";
import { NewBaseButton } from "@/components/bases/new-base-button";
import { SiteHeader } from "@/components/site/site-header";
import { listBases } from "@/lib/server/structure/bases";
import { type Query, requireSession } from "./signed-in";

export const metadata: Metadata = { title: "Databases" };

export default async function BasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/", await searchParams);
  const bases = await listBases(actor);
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      {bases.length === 0 ? (
        <main className="flex flex-1 flex-col">
          <FirstSteps />
        </main>
      ) : (
        <main className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-8">
          <div className="flex items-center justify-between gap-4">
            <h1 className="font-semibold text-xl">Databases</h1>
            <NewBaseButton />
          </div>
          <BaseList bases={bases.map(({ id, name, tables }) => ({ id, name, tableCount: tables.length }))} />
        </main>
      )}
    </div>
  );
}
