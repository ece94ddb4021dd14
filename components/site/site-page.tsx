import type { ReactNode } from "react";
import { SiteHeader } from "./site-header";

interface SitePageProps {
  title: string;
  /** One or two sentences on the purpose of the page. */
  lead?: ReactNode;
  /** Shown beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** The layout of pages outside of a database: one column of a fixed width. */
export function SitePage({ title, lead, action, children }: SitePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {action}
        </div>
        {lead && <p className="-mt-2 max-w-prose text-pretty text-muted text-sm">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
