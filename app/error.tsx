"use client";

import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

/** What a page shows when it could not be made; the server's log has the reason. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col">
      <MessagePage
        title="This page could not be shown"
        actions={
          <Button look="primary" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        <p>Something went wrong on our side. What you have saved is safe.</p>
      </MessagePage>
    </main>
  );
}
