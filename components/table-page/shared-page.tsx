"use client";

import { useEffect, useMemo, useState } from "react";
import { forVisitors } from "@/components/listing/record-source";
import { ExportButton } from "@/components/open-table/export-menu";
import { IfAllowed, nobody, RightsProvider, type SharedRight } from "@/components/rights/rights";
import type { OpenedShare } from "./opened-share";
import { SharedPassword } from "./shared-password";
import { TablePage } from "./table-page";

interface SharedPageProps {
  readonly token: string;
  /** Null if the link asks for a password. */
  readonly opened: Omit<OpenedShare, "password"> | null;
}

/** A view for visitors of a shared link: the table's page without what they may not do. */
export function SharedPage({ token, opened }: SharedPageProps) {
  const [unlocked, setUnlocked] = useState<OpenedShare | null>(null);
  const shown = opened ? { ...opened, password: null } : unlocked;
  return shown ? (
    <SharedTable token={token} {...shown} />
  ) : (
    <SharedPassword token={token} onOpened={setUnlocked} />
  );
}

function SharedTable({ token, password, shared, ...opened }: OpenedShare & { readonly token: string }) {
  const { title, sharedBy, table, view, allowCopy, allowExport } = shared;
  const { groups, sorts } = view.config;
  const saved = useSame({ groups, sorts });
  const rights = useSame<readonly SharedRight[]>([
    ...(allowCopy ? (["copy-cells"] as const) : []),
    ...(allowExport ? (["export-records"] as const) : []),
  ]);
  const link = useMemo(() => ({ token, password, saved, rights }), [token, password, saved, rights]);
  const visited = useMemo(() => forVisitors(table), [table]);
  const databaseId = cacheNameOf(token);
  useEffect(() => {
    if (password !== null) document.title = `${title} · Rowhouse`;
  }, [password, title]);
  return (
    <RightsProvider id={nobody} actions={rights}>
      <div className="flex h-dvh flex-col">
        <header className="flex min-h-12 shrink-0 items-center gap-3 border-border border-b bg-surface px-3 py-1">
          <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
            <h1 dir="auto" className="min-w-0 truncate font-semibold text-sm" title={title}>
              {title}
            </h1>
            {sharedBy !== null && (
              <p className="min-w-0 truncate text-dense text-muted">{`Shared by ${sharedBy}`}</p>
            )}
          </div>
          <IfAllowed action="export-records">
            <ExportButton name={title} place={{ databaseId, tableId: table.id, link }} viewId={view.id} />
          </IfAllowed>
        </header>
        <main className="flex min-h-0 flex-1 flex-col">
          <TablePage
            databaseId={databaseId}
            tables={noTables}
            table={visited}
            view={view}
            about={opened.firstPage.records.length}
            since=""
            link={link}
            {...opened}
          />
        </main>
      </div>
    </RightsProvider>
  );
}

/**
 * Stands in for the id of the database, which visitors do not know, in the keys of caches. A member's own page of the
 * same table never shares an entry with it.
 */
function cacheNameOf(token: string): string {
  return `shared-${token}`;
}

const noTables: readonly never[] = [];

/** Returns the same object until its contents change. */
function useSame<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  return useMemo(() => JSON.parse(key), [key]);
}
