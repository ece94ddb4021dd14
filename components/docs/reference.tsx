"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Brand } from "@/components/ui/brand";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import type { OpenApi } from "@/lib/api/openapi/types";
import { ownEntry, sectionsOf } from "./document";
import { MarkdownText } from "./markdown-text";
import { Navigation } from "./navigation";
import { OperationView } from "./operation-view";
import { type PickableBase, type Place, pick, placeOf } from "./place";
import { PlacePicker } from "./place-picker";
import { useDocuments } from "./use-documents";
import { useServer } from "./use-server";

interface ReferenceProps {
  bases: readonly PickableBase[];
  /** The database and table named in the page's URL. */
  asked: { readonly databaseId?: string; readonly tableId?: string };
}

/** The API reference, made from the OpenAPI document, with samples and forms. */
export function Reference({ bases, asked: first }: ReferenceProps) {
  const [asked, setAsked] = useState(first);
  const picked = useMemo(() => pick(bases, asked), [bases, asked]);
  const { general, own, recordId } = useDocuments(picked);
  const place = useMemo(() => placeOf(picked, recordId), [picked, recordId]);

  function choose(next: ReferenceProps["asked"]) {
    setAsked(next);
    const { base, table } = pick(bases, next);
    const search = new URLSearchParams({ database: base?.id ?? "", table: table?.id ?? "" });
    window.history.replaceState(null, "", `?${search}${window.location.hash}`);
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-3 border-border border-b bg-surface px-4">
        <PageLink href="/" className="flex rounded">
          <Brand />
        </PageLink>
        <h1 className="min-w-0 truncate border-border border-l pl-3 text-muted text-sm">API reference</h1>
        <a href="/docs/formulas" className="ml-auto shrink-0 rounded text-accent underline">
          Formulas
        </a>
        <a href="/api/v1/openapi.json" className="shrink-0 rounded text-accent underline">
          openapi.json
        </a>
      </header>
      {general.error && (
        <div className="p-4">
          <Notice>{general.error.message}</Notice>
        </div>
      )}
      {general.isPending && <p className="p-4 text-muted">Loading…</p>}
      {general.data && (
        <Content document={general.data} own={own} place={place}>
          <PlacePicker bases={bases} picked={picked} onPick={choose} />
        </Content>
      )}
    </div>
  );
}

interface ContentProps {
  document: OpenApi;
  own: OpenApi | undefined;
  place: Place;
  children: ReactNode;
}

function Content({ document, own, place, children: picker }: ContentProps) {
  const sections = useMemo(() => sectionsOf(document), [document]);
  const server = useServer();
  useScrollToAnchor();
  return (
    <div className="mx-auto flex w-full max-w-[88rem] flex-1 flex-col lg:flex-row">
      <nav
        aria-label="Operations"
        className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-72 shrink-0 overflow-y-auto border-border border-r p-3 lg:block"
      >
        <Navigation sections={sections} />
      </nav>
      <details className="border-border border-b px-4 py-2 lg:hidden">
        <summary className="cursor-pointer rounded py-1 font-medium">Operations</summary>
        <nav aria-label="Operations">
          <Navigation sections={sections} />
        </nav>
      </details>
      <main className="flex min-w-0 flex-1 flex-col gap-8 px-4 py-6 sm:px-8">
        <section aria-labelledby="introduction" className="flex min-w-0 flex-col gap-4">
          <h2 id="introduction" className="scroll-mt-16 font-semibold text-xl">
            {document.info.title}
          </h2>
          <div className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-3">
            <p className="text-muted">Choose a database and table for the samples and calls below.</p>
            {picker}
          </div>
          <MarkdownText text={document.info.description} />
        </section>
        {sections.map(({ tag, id, entries }) => (
          <section key={id} aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
            <h2 id={id} className="scroll-mt-16 font-semibold text-xl">
              {tag.name}
            </h2>
            <MarkdownText text={tag.description} within={id} />
            <div className="min-w-0">
              {entries.map((entry) => (
                <OperationEntry key={entry.operation.operationId} {...{ entry, own, place, server }} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}

type OperationEntryProps = Omit<Parameters<typeof OperationView>[0], "own"> & { own: OpenApi | undefined };

/** Memoized, as finding the table's own types is expensive. */
function OperationEntry({ entry, own, place, server }: OperationEntryProps) {
  const found = useMemo(() => ownEntry(entry, own, place), [entry, own, place]);
  return <OperationView entry={entry} own={found} place={place} server={server} />;
}

/** Scrolls to the URL's anchor, which did not exist yet when the browser looked for it. */
function useScrollToAnchor(): void {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") window.document.getElementById(id)?.scrollIntoView();
  }, []);
}
