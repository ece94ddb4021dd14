import type { Metadata } from "next";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col">
      <MessagePage title="Page not found" actions={<AllDatabasesLink />}>
        <p>
          No database, table or page has this address. It may have been deleted, or the link may be
          incomplete.
        </p>
      </MessagePage>
    </main>
  );
}
