import type { Metadata } from "next";
import { findActor, type Query } from "@/app/signed-in";
import { SignIn } from "@/components/sign-in/sign-in";
import { Brand } from "@/components/ui/brand";
import { nextPath } from "./next-path";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next } = await searchParams;
  const isSignedIn = (await findActor()) !== null;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 pb-24">
      <Brand />
      <SignIn next={nextPath(next)} isSignedIn={isSignedIn} />
    </main>
  );
}
