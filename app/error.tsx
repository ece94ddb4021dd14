"use client";

import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

/** Shown if a page failed to render; the reason is in the server's log. */
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
        <p>Something went wrong on the server. Your saved data is safe.</p>
      </MessagePage>
    </main>
  );
}
