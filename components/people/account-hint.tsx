"use client";

import { UserRound } from "lucide-react";
import * as z from "zod";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";
import { type StoredState, useStoredState } from "@/components/ui/stored-state";
import { useIsLive } from "@/components/ui/use-is-live";

/** Asks an owner without an account once, on the home page, to set a password. The answer is kept in the browser. */
export function AccountHint() {
  const [isSkipped, setSkipped] = useStoredState(skipped);
  // The server does not know the answer: the hint appears after the page.
  const isLive = useIsLive();
  if (!isLive || isSkipped) return null;
  return (
    <section
      aria-label="Your account"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-border bg-surface px-4 py-3"
    >
      <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-64 text-dense">
        Set an e-mail address and password to sign in without the link that the server prints. You can also do
        that later.
      </p>
      <div className="flex gap-2">
        <PageLink href="/settings/account" className={buttonLook("primary")}>
          Set up
        </PageLink>
        <Button onClick={() => setSkipped(true)}>Skip</Button>
      </div>
    </section>
  );
}

const skipped: StoredState<boolean> = {
  name: "account-hint-skipped",
  shape: z.boolean(),
  fallback: false,
};
