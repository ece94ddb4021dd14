"use client";

import type { ReactNode } from "react";
import { ImportButton } from "@/components/import/import-button";
import { useMay } from "@/components/rights/rights";
import { MessagePage } from "@/components/ui/message-page";
import { NewBaseButton } from "./new-base-button";
import { StarterList } from "./starter-list";
import { StarterStatus } from "./starter-status";
import { useStarter } from "./use-starter";

/** The page of a person without databases: create one or start from a template, if they may, below a hint if given. */
export function FirstSteps({ hint }: { hint: ReactNode }) {
  return useMay("create-databases") ? <MakeFirst hint={hint} /> : <NothingShared />;
}

function NothingShared() {
  return (
    <main className="flex flex-1 flex-col">
      <MessagePage title="No databases yet" actions={null}>
        <p>
          You don't have access to any databases, and you can't create one. Ask the person who invited you.
        </p>
      </MessagePage>
    </main>
  );
}

function MakeFirst({ hint }: { hint: ReactNode }) {
  const { start, ...run } = useStarter();
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center gap-8 px-4 py-12">
      {hint}
      <div className="flex flex-col items-start gap-3">
        <h1 className="text-balance font-semibold text-2xl tracking-tight">No databases yet</h1>
        <p className="max-w-prose text-pretty text-muted text-sm">
          A database holds tables: spreadsheets with typed fields, each with its own API. Create an empty one,
          import a spreadsheet, or start from a template and adapt it.
        </p>
        <div className="mt-1 flex flex-wrap gap-2">
          <NewBaseButton label="Create a database" disabled={run.isLoading} />
          <ImportButton target={{ is: "new-database" }} disabled={run.isLoading} />
        </div>
      </div>
      <section aria-labelledby="starters" className="flex flex-col gap-3">
        <h2 id="starters" className="font-semibold text-sm">
          Start from a template
        </h2>
        <StarterList isBusy={run.isLoading} onStart={start} />
        {/* Reserves the height of the status, so that nothing moves when it appears. */}
        <div className="min-h-16 pt-1">
          <StarterStatus {...run} />
        </div>
      </section>
    </main>
  );
}
