"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { holdIdentity } from "@/components/edits/signed-in-as";
import { api } from "@/lib/client/api";
import type { SessionCreate } from "@/lib/contract/sessions";
import { credentialIn } from "./credential";
import { KeyForm } from "./key-form";

interface SignInProps {
  /** A path of our own to go to once signed in. */
  next: string;
  isSignedIn: boolean;
}

/** Signs in by what the address's fragment carries, or else by a key that is typed. */
export function SignIn({ next, isSignedIn }: SignInProps) {
  // A whole new page: nothing that was fetched without the session stays, and Back does not return here.
  const leave = useCallback(() => window.location.replace(next), [next]);
  const { mutate, isPending, isSuccess, error } = useMutation({
    async mutationFn(credential: SessionCreate) {
      const release = holdIdentity();
      return api("POST /session", { body: credential }).catch((error) => {
        release();
        throw error;
      });
    },
    onSuccess: leave,
    // A used-up link in a browser that is signed in anyway is no reason to stop.
    onError: () => isSignedIn && leave(),
  });
  const hasLooked = useSignInByFragment(mutate, isSignedIn ? leave : undefined);

  return (
    <KeyForm
      isReady={hasLooked}
      isBusy={isSignedIn || isPending || isSuccess}
      error={isSignedIn ? undefined : error?.message}
      onSubmit={(key) => mutate({ key })}
    />
  );
}

/**
 * Wipes a credential from the address bar, then signs in with it; `otherwise` where there is none. Gives
 * whether the fragment has been looked at: the server never sees it.
 */
function useSignInByFragment(signIn: (credential: SessionCreate) => void, otherwise?: () => void): boolean {
  const [hasLooked, setHasLooked] = useState(false);

  useEffect(() => {
    function look(): boolean {
      const credential = credentialIn(window.location.hash);
      setHasLooked(true);
      if (!credential) return false;
      window.history.replaceState(
        window.history.state,
        "",
        window.location.pathname + window.location.search,
      );
      signIn(credential);
      return true;
    }
    // The next tick: a component that React's strict mode mounts twice takes a one-time code only once.
    const timer = setTimeout(() => look() || otherwise?.());
    // A link opened in a tab that already shows this page changes the fragment and nothing else.
    window.addEventListener("hashchange", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("hashchange", look);
    };
  }, [signIn, otherwise]);

  return hasLooked;
}
