import type { Metadata } from "next";
import Link from "next/link";
import { BaseList } from "@/components/bases/base-list";
import { FirstSteps } from "@/components/bases/first-steps";
import { NewBaseButton } from "@/components/bases/new-base-button";
import { SignOutButton } from "@/components/sign-in/sign-out-button";
import { Brand } from "@/components/ui/brand";
import { buttonLook } from "@/components/ui/button-look";
import { listBases } from "@/lib/server/bases";
import { type Query, requireSession } from "./signed-in";

export const metadata: Metadata = { title: "Databases" };

export default async function BasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireSession("/", await searchParams);
  const bases = await listBases();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 items-center justify-between border-border border-b bg-surface px-4">
        <Brand />
        <div className="flex items-center gap-1">
          <Link href="/docs" className={buttonLook("quiet")}>
            API reference
          </Link>
          <SignOutButton />
        </div>
      </header>
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
