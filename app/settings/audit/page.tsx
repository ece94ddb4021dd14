import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { AuditLog } from "@/components/people/audit-log";
import { RefusalPage } from "@/components/site/refusal-page";
import { SitePage } from "@/components/site/site-page";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";
import { limits } from "@/lib/contract/limits";
import type { Actor } from "@/lib/server/access/author";
import { may } from "@/lib/server/access/may";
import { findBases } from "@/lib/server/structure/bases";

export const metadata: Metadata = { title: "Audit log" };

/** The audit log, for owners of the installation. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/settings/audit", await searchParams);
  return may(actor, "read-audit") ? <Audit actor={actor} /> : <NotYours />;
}

async function Audit({ actor }: { actor: Actor }) {
  const databases = (await findBases(actor)).map(({ id, name }) => ({ id, name }));
  return (
    <SitePage
      title="Audit log"
      action={
        <PageLink href="/settings/people" className={buttonLook("quiet")}>
          People
        </PageLink>
      }
      lead={`Sign-ins, invitations, roles, keys, exports and deletions, newest first. Entries are kept for ${limits.auditDays} days.`}
    >
      <AuditLog databases={databases} />
    </SitePage>
  );
}

function NotYours() {
  return (
    <RefusalPage title="You can't read the audit log">
      <p>
        Only owners of this installation can, signed in with a password, a sign-in link, or a key for all
        databases with the scope <code className="font-mono text-text">keys</code>. Ask one of them.
      </p>
    </RefusalPage>
  );
}
