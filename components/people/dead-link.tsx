import type { ReactNode } from "react";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";

interface DeadLinkProps {
  title: string;
  /** Says what to do. */
  children: ReactNode;
}

/** Replaces the form of a link that was used, has expired or is incomplete. */
export function DeadLink({ title, children }: DeadLinkProps) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-balance font-semibold text-xl">{title}</h1>
      <p className="text-muted text-sm">{children}</p>
      <PageLink href="/login" className={`${buttonLook("plain")} mt-2 self-start`}>
        Sign in
      </PageLink>
    </div>
  );
}
