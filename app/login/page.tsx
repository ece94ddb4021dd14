import type { Metadata } from "next";
import { findActor, type Query } from "@/app/signed-in";
import { SignIn } from "@/components/sign-in/sign-in";
import { EntryPage } from "@/components/ui/entry-page";
import { sendsMail } from "@/lib/server/mail/send-mail";
import { nextPath } from "./next-path";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next } = await searchParams;
  const isSignedIn = (await findActor()) !== null;
  return (
    <EntryPage>
      <SignIn next={nextPath(next)} isSignedIn={isSignedIn} sendsMail={sendsMail()} />
    </EntryPage>
  );
}
