import { ChevronLeft, KeyRound, Trash2, Webhook } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { findActor } from "@/app/signed-in";
import { BaseMenu } from "@/components/bases/base-menu";
import { DatabaseDrop } from "@/components/import/drops";
import { IfAllowed, RightsProvider } from "@/components/rights/rights";
import { ViewerProvider } from "@/components/rights/viewer";
import { HelpMenu } from "@/components/site/help-menu";
import { NewTableButton } from "@/components/tables/new-table-button";
import { RememberTables } from "@/components/tables/remember-tables";
import { TableTabs } from "@/components/tables/table-tabs";
import { PageLink } from "@/components/ui/page-link";
import { limits } from "@/lib/contract/limits";
import { allowedActions } from "@/lib/server/access/may";
import { closedTables, loadRules } from "@/lib/server/access/rules";
import { requireBase } from "./require-base";

interface BaseLayoutProps {
  params: Promise<{ databaseId: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: BaseLayoutProps): Promise<Metadata> {
  if (!(await findActor())) return {};
  const { name } = await requireBase((await params).databaseId);
  return { title: { default: name, template: `%s · ${name} · Rowhouse` } };
}

export default async function BaseLayout({ params, children }: BaseLayoutProps) {
  // The page below redirects to the sign-in page, as only it has the full URL; the layout shows nothing until then.
  const actor = await findActor();
  if (!actor) return children;
  const { id, name, tables: whole } = await requireBase((await params).databaseId);
  const tables = whole.map((table) => ({ id: table.id, name: table.name }));
  const closed = closedTables(actor, await loadRules({ databaseId: id }));
  return (
    <RightsProvider id={actor.person.id} actions={allowedActions(actor, id)} closedTableIds={closed}>
      <ViewerProvider trashDays={limits.trashDays}>
        <div className="flex h-dvh flex-col">
          <RememberTables databaseId={id} tables={tables} />
          <DatabaseDrop databaseId={id} tables={tables} />
          <header className="flex shrink-0 flex-wrap items-center gap-x-3 border-border border-b bg-surface px-3 sm:h-12 sm:flex-nowrap">
            <PageLink href="/" aria-label="All databases" title="All databases" className={iconLink}>
              <ChevronLeft aria-hidden className="size-4" />
            </PageLink>
            <h1
              className="h-11 min-w-0 flex-1 truncate font-semibold text-sm leading-11 sm:max-w-60 sm:flex-none"
              title={name}
            >
              {name}
            </h1>
            <BaseMenu base={{ id, name }} />
            <div className="flex sm:order-last sm:ms-auto">
              <IfAllowed action="read-trash">
                <PageLink href={`/database/${id}/trash`} title="Trash" className={iconLink}>
                  <Trash2 aria-hidden className="size-4" />
                  <span className="max-lg:sr-only">Trash</span>
                </PageLink>
              </IfAllowed>
              <IfAllowed action="manage-webhooks">
                <PageLink href={`/database/${id}/webhooks`} title="Webhooks" className={iconLink}>
                  <Webhook aria-hidden className="size-4" />
                  <span className="max-lg:sr-only">Webhooks</span>
                </PageLink>
              </IfAllowed>
              <IfAllowed action="manage-keys">
                <PageLink href="/settings/keys" title="API keys" className={iconLink}>
                  <KeyRound aria-hidden className="size-4" />
                  <span className="max-lg:sr-only">API keys</span>
                </PageLink>
              </IfAllowed>
              <HelpMenu />
            </div>
            {tables.length > 0 && (
              <div className="-mx-3 flex h-11 min-w-0 basis-[calc(100%+1.5rem)] items-center gap-2 border-border border-t px-3 sm:mx-0 sm:h-12 sm:flex-1 sm:basis-0 sm:border-t-0 sm:border-l sm:px-0 sm:pl-1">
                <TableTabs databaseId={id} tables={tables} />
                <NewTableButton databaseId={id} tables={tables} />
              </div>
            )}
          </header>
          <main className="flex min-h-0 flex-1 flex-col">{children}</main>
        </div>
      </ViewerProvider>
    </RightsProvider>
  );
}

const iconLink =
  "inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-md text-muted hover:bg-hover hover:text-text lg:px-2";
