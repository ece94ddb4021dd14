"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { holdIdentity } from "@/components/edits/signed-in-as";
import { api } from "@/lib/client/api";
import type { SessionCreate } from "@/lib/contract/sessions";
import { credentialIn } from "./credential";
import { KeyForm } from "./key-form";

interface SignInProps {
  /** The path to open after signing in; always on this site. */
  next: string;
  isSignedIn: boolean;
}

/** Signs in with a credential in the URL fragment, or else with a key that the person enters. */
export function SignIn({ next, isSignedIn }: SignInProps) {
  // A full page load drops everything fetched without the session; `replace` keeps Back from returning here.
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
    // A used one-time link must not stop a browser that is signed in already.
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
 * Removes a credential from the address bar, then signs in with it; calls `otherwise` if there is none.
 * Returns whether the fragment has been read, which only the browser can do.
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
    // A timer, because strict mode mounts twice and a one-time code works only once.
    const timer = setTimeout(() => look() || otherwise?.());
    // Opening a link in a tab that already shows this page changes only the fragment.
    window.addEventListener("hashchange", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("hashchange", look);
    };
  }, [signIn, otherwise]);

  return hasLooked;
}
