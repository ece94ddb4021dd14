import type { Metadata } from "next";
import { findTheme } from "@/app/find-theme";
import { openIdLink } from "@/app/openid-link";
import { type Query, requireSession } from "@/app/signed-in";
import { SessionList } from "@/components/keys/session-list";
import { AccountForms } from "@/components/people/account-forms";
import { Appearance } from "@/components/people/appearance";
import { LinkOpenId } from "@/components/people/link-openid";
import { Passkeys } from "@/components/people/passkeys";
import { SitePage } from "@/components/site/site-page";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { Fact } from "@/components/ui/fact";
import type { Me } from "@/lib/contract/people";
import { getMe } from "@/lib/server/access/account";
import { may } from "@/lib/server/access/may";
import { hasIdentity } from "@/lib/server/access/openid-people";
import { findRelyingParty } from "@/lib/server/access/relying-party";

export const metadata: Metadata = { title: "Account" };

/** The signed-in person's own account and browsers. */
export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await requireSession("/settings/account", await searchParams);
  const me = await getMe(actor);
  const openId = actor.keyId === null ? openIdLink("/settings/account") : null;
  const mayChange = may(actor, "change-account");
  return (
    <SitePage title="Account">
      {mayChange ? <AccountForms me={me} /> : <ReadOnlyAccount me={me} />}
      {mayChange && me.hasPassword && <Passkeys me={me} origin={findRelyingParty()?.origin ?? null} />}
      {openId && <LinkOpenId link={openId} email={me.email} isLinked={await hasIdentity(me.id)} />}
      <Appearance theme={await findTheme()} />
      <SessionList />
      <AllDatabasesLink look="quiet" />
    </SitePage>
  );
}

function ReadOnlyAccount({ me: { name, email } }: { me: Me }) {
  return (
    <>
      <p className="max-w-prose text-muted">
        You are signed in with a key that can't change the account. Sign in with a password or sign-in link to
        change it.
      </p>
      <dl className="flex flex-col gap-2">
        <Fact label="Name">{name ?? "None"}</Fact>
        <Fact label="E-mail">{email ?? "None"}</Fact>
      </dl>
    </>
  );
}
