import type { Metadata } from "next";
import { openIdLink } from "@/app/openid-link";
import { findActor, type Query } from "@/app/signed-in";
import { SignIn } from "@/components/sign-in/sign-in";
import { EntryPage } from "@/components/ui/entry-page";
import { nextPath } from "@/lib/contract/next-path";
import { openIdProblemOf } from "@/lib/contract/openid";
import { findRelyingParty } from "@/lib/server/access/relying-party";
import { sendsMail } from "@/lib/server/mail/send-mail";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next, problem: code } = await searchParams;
  const openId = openIdLink(nextPath(next));
  const problem = openId ? openIdProblemOf(code, openId.name) : undefined;
  // With a problem, the page stays, to explain it.
  const isSignedIn = problem === undefined && (await findActor()) !== null;
  return (
    <EntryPage>
      <SignIn
        next={nextPath(next)}
        isSignedIn={isSignedIn}
        sendsMail={sendsMail()}
        openId={openId}
        passkeyOrigin={findRelyingParty()?.origin ?? null}
        problem={problem}
      />
    </EntryPage>
  );
}
