"use client";

import { Button } from "@/components/ui/button";
import { useSignOut } from "./use-sign-out";

export function SignOutButton() {
  const { signOut, isPending, question } = useSignOut();
  return (
    <>
      <Button look="quiet" disabled={isPending} onClick={signOut}>
        Sign out
      </Button>
      {question}
    </>
  );
}
