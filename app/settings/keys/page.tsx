import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { KeyList } from "@/components/keys/key-list";
import { NewKeyButton } from "@/components/keys/new-key-button";
import type { Reach } from "@/components/keys/reach";
import { SessionList } from "@/components/keys/session-list";
import { RefusalPage } from "@/components/site/refusal-page";
import { SitePage } from "@/components/site/site-page";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import type { Actor } from "@/lib/server/access/author";
import { may } from "@/lib/server/access/may";
import { findBases } from "@/lib/server/structure/bases";

export const metadata: Metadata = { title: "API keys" };

/** The API keys and sessions. */
export default async function KeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/settings/keys", await searchParams);
  return may(actor, "manage-keys") ? (
    <Keys reach={await reachOf(actor)} ownId={actor.person.id} />
  ) : (
    <NotYours />
  );
}

function Keys({ reach, ownId }: { reach: Reach; ownId: string }) {
  return (
    <SitePage
      title="API keys"
      action={<NewKeyButton reach={reach} />}
      lead="Apps use a key to call the API, and people can sign in with one. Give each its own key with only the rights it needs, so that you can revoke it without affecting the others."
    >
      <KeyList reach={reach} ownId={ownId} />
      <SessionList />
      <AllDatabasesLink look="quiet" />
    </SitePage>
  );
}

function NotYours() {
  return (
    <RefusalPage title="You can't manage API keys">
      <p>
        You are signed in with a key without the scope <code className="font-mono text-text">keys</code>. Sign
        in with a key that has it, or ask the person who gave you yours.
      </p>
    </RefusalPage>
  );
}

async function reachOf(actor: Actor): Promise<Reach> {
  const bases = await findBases(actor);
  return {
    scopes: actor.scopes,
    isForAll: actor.databases === null,
    databases: bases.map(({ id, name }) => ({ id, name })),
  };
}
