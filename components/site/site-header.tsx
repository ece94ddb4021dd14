import { BookOpen, KeyRound, Trash2 } from "lucide-react";
import Link from "next/link";
import { IfAllowed } from "@/components/rights/rights";
import { SignOutButton } from "@/components/sign-in/sign-out-button";
import { Brand } from "@/components/ui/brand";
import { buttonLook } from "@/components/ui/button-look";

/** The header of pages outside of a database. */
export function SiteHeader() {
  return (
    <header className="flex h-12 shrink-0 items-center justify-between border-border border-b bg-surface px-4">
      <Link href="/" className="inline-flex rounded-md">
        <Brand />
      </Link>
      <div className="flex items-center gap-1">
        <Link href="/docs" aria-label="API reference" title="API reference" className={buttonLook("quiet")}>
          <BookOpen aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:hidden">API reference</span>
        </Link>
        <IfAllowed action="manage-keys">
          <Link href="/settings/keys" aria-label="API keys" title="API keys" className={buttonLook("quiet")}>
            <KeyRound aria-hidden className="size-4 sm:hidden" />
            <span className="max-sm:hidden">API keys</span>
          </Link>
        </IfAllowed>
        <Link href="/trash" aria-label="Trash" title="Trash" className={buttonLook("quiet")}>
          <Trash2 aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:hidden">Trash</span>
        </Link>
        <SignOutButton />
      </div>
    </header>
  );
}
