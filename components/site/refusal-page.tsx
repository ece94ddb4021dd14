import type { ReactNode } from "react";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";
import { SiteHeader } from "./site-header";

interface RefusalPageProps {
  title: string;
  /** Says why and what to do. */
  children: ReactNode;
}

/** Replaces a page that the signed-in person may not use. */
export function RefusalPage({ title, children }: RefusalPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main className="flex flex-1 flex-col">
        <MessagePage title={title} actions={<AllDatabasesLink />}>
          {children}
        </MessagePage>
      </main>
    </div>
  );
}
