"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { whileIdentityChanges } from "@/components/edits/signed-in-as";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { SessionCreate } from "@/lib/contract/sessions";
import { credentialIn } from "./credential";
import { KeyForm } from "./key-form";
import { OpenIdLink, type OpenIdLinkProps } from "./openid-link";
import { PasskeyButton } from "./passkey-button";
import { PasswordForm } from "./password-form";
import { askForPasskey } from "./webauthn";

interface SignInProps {
  /** The path to open after signing in; always on this site. */
  next: string;
  isSignedIn: boolean;
  /** True if the server can send a link to choose a new password. */
  sendsMail: boolean;
  /** Null if signing in by OpenID Connect is not set up. */
  openId: OpenIdLinkProps | null;
  /** The origin to which passkeys belong; null if there are none at this address. */
  passkeyOrigin: string | null;
  /** The reason why signing in by OpenID Connect failed. */
  problem: string | undefined;
}

/** Signs in with a credential in the URL fragment, or else with a passkey, or a password or key that the person enters. */
export function SignIn({ next, isSignedIn, sendsMail, openId, passkeyOrigin, problem }: SignInProps) {
  const [isByKey, setIsByKey] = useState(false);
  // A full page load drops everything fetched without the session; `replace` keeps Back from returning here.
  const leave = useCallback(() => window.location.replace(next), [next]);
  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation({
    async mutationFn(given: Given) {
      const body =
        given === "passkey"
          ? { passkey: await askForPasskey(await api("POST /session/passkey-options")) }
          : given;
      return whileIdentityChanges(() => api("POST /session", { body }));
    },
    onSuccess: leave,
    onError(_, given) {
      if (given !== "passkey") setIsByKey("key" in given);
      // A used one-time link must not stop a browser that is signed in already.
      if (isSignedIn) leave();
    },
  });
  const hasLooked = useSignInByFragment(mutate, isSignedIn ? leave : undefined);

  const codeProblem = codeProblemOf(error);
  // Asked for from then on, also after a wrong password.
  const [asksCode, setAsksCode] = useState(false);
  if (codeProblem !== undefined && !asksCode) setAsksCode(true);
  const failure = isSignedIn || codeProblem !== undefined ? undefined : error?.message;
  const isOfForm =
    variables !== undefined && variables !== "passkey" && ("email" in variables || "key" in variables);
  const form = {
    isReady: hasLooked,
    isBusy: isSignedIn || isPending || isSuccess,
    error: isOfForm ? failure : undefined,
    onSubmit: mutate,
  };
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl">Sign in</h1>
      {!isOfForm && failure !== undefined && <Notice>{failure}</Notice>}
      {problem !== undefined && variables === undefined && <Notice>{problem}</Notice>}
      {openId && <OpenIdLink {...openId} />}
      {passkeyOrigin !== null && (
        <PasskeyButton origin={passkeyOrigin} isBusy={form.isBusy} onClick={() => mutate("passkey")} />
      )}
      {isByKey ? (
        <KeyForm {...form} />
      ) : (
        <PasswordForm {...form} code={asksCode ? { problem: codeProblem || undefined } : null} />
      )}
      <Button
        look="quiet"
        className="-mx-3 self-start"
        onClick={() => {
          reset();
          setIsByKey(!isByKey);
        }}
      >
        {isByKey ? "Sign in with a password" : "Sign in with an API key"}
      </Button>
      <p className="text-muted">{isByKey ? <KeyHelp /> : <PasswordHelp sendsMail={sendsMail} />}</p>
    </div>
  );
}

/** A credential, or the word for a passkey, which the browser is still to ask for. */
type Given = SessionCreate | "passkey";

/** The problem of the code; "" if it is only missing so far, undefined if the code is not the problem. */
function codeProblemOf(error: Error | null): string | undefined {
  const detail = error instanceof ApiError ? error.details?.[0] : undefined;
  if (detail?.path !== "code") return undefined;
  return detail.message === "is required" ? "" : error?.message;
}

function PasswordHelp({ sendsMail }: Pick<SignInProps, "sendsMail">) {
  return (
    <>
      {sendsMail ? (
        <PageLink href="/reset" className="text-accent underline underline-offset-2">
          Forgot your password?
        </PageLink>
      ) : (
        "If you forgot your password, ask an owner of this installation for a link to choose a new one."
      )}{" "}
      If you run Rowhouse yourself, follow the sign-in link that it prints at each start, or get another one
      from <Command>npm run owner-link</Command>.
    </>
  );
}

function KeyHelp() {
  return (
    <>
      Rowhouse prints a sign-in link each time it starts, and the owner's key the first time. Another link
      comes from <Command>npm run owner-link</Command>, another key from <Command>npm run key</Command>.
    </>
  );
}

function Command({ children }: { children: string }) {
  return <code className="whitespace-nowrap font-mono text-text">{children}</code>;
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
