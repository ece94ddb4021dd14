import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { InvitationList } from "@/components/people/invitation-list";
import { InviteButton } from "@/components/people/invite-button";
import { PersonList } from "@/components/people/person-list";
import { RefusalPage } from "@/components/site/refusal-page";
import { SitePage } from "@/components/site/site-page";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";
import type { Actor } from "@/lib/server/access/author";
import { may } from "@/lib/server/access/may";
import { findBases } from "@/lib/server/structure/bases";

export const metadata: Metadata = { title: "People" };

/** Everybody with an account, and open invitations. */
export default async function PeoplePage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/settings/people", await searchParams);
  return may(actor, "manage-people") ? <People actor={actor} /> : <NotYours />;
}

async function People({ actor }: { actor: Actor }) {
  const databases = (await findBases(actor)).map(({ id, name }) => ({ id, name }));
  return (
    <SitePage
      title="People"
      action={
        <div className="flex flex-wrap gap-2">
          <PageLink href="/settings/audit" className={buttonLook("quiet")}>
            Audit log
          </PageLink>
          <InviteButton databases={databases} />
        </div>
      }
      lead="Members can create databases and own those. Guests open only the databases they are invited to. Owners can do everything in every database. Changes take effect within a second."
    >
      <PersonList ownId={actor.person.id} />
      <InvitationList databases={databases} />
      <AllDatabasesLink look="quiet" />
    </SitePage>
  );
}

function NotYours() {
  return (
    <RefusalPage title="You can't manage people">
      <p>
        Only owners of this installation can, signed in with a password, a sign-in link, or a key for all
        databases with the scope <code className="font-mono text-text">keys</code>. Ask one of them.
      </p>
    </RefusalPage>
  );
}
