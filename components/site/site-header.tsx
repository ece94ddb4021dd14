import { KeyRound, type LucideIcon, Trash2, UserRound, UsersRound } from "lucide-react";
import { PagePalette } from "@/components/open-table/palette/page-palette";
import { IfAllowed } from "@/components/rights/rights";
import { SignOutButton } from "@/components/sign-in/sign-out-button";
import { Brand } from "@/components/ui/brand";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";
import { HelpMenu } from "./help-menu";

/** The header of pages outside of a database. */
export function SiteHeader() {
  return (
    <header className="flex h-12 shrink-0 items-center justify-between border-border border-b bg-surface px-4">
      <PageLink href="/" className="inline-flex rounded-md">
        <Brand isShort />
      </PageLink>
      <PagePalette />
      <div className="flex items-center gap-1">
        <IfAllowed action="manage-people">
          <HeaderLink href="/settings/people" icon={UsersRound} label="People" />
        </IfAllowed>
        <IfAllowed action="manage-keys">
          <HeaderLink href="/settings/keys" icon={KeyRound} label="API keys" />
        </IfAllowed>
        <HeaderLink href="/trash" icon={Trash2} label="Trash" />
        <HeaderLink href="/settings/account" icon={UserRound} label="Account" />
        <SignOutButton />
        <HelpMenu />
      </div>
    </header>
  );
}

interface HeaderLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
}

/** A link that is an icon where there is no room for its label. */
function HeaderLink({ href, icon: Icon, label }: HeaderLinkProps) {
  return (
    <PageLink href={href} aria-label={label} title={label} className={`${buttonLook("quiet")} max-md:px-2`}>
      <Icon aria-hidden className="size-4 md:hidden" />
      <span className="max-md:hidden">{label}</span>
    </PageLink>
  );
}
