"use client";

import { useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import { api } from "@/lib/client/api";
import { emailConfirmation } from "@/lib/contract/people";
import { DeadLink } from "./dead-link";
import { useLinkToken } from "./use-token";

/** Confirms an e-mail address with the token in the URL. Asks before, because mail programs open links to check them. */
export function ConfirmEmail() {
  const { token, isDead, toProblems } = useLinkToken();
  const [email, setEmail] = useState<string | null>(null);
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: emailConfirmation,
    body: () => ({ token: token ?? "" }),
    send: (body) => api("POST /email-confirmations", { body }),
    onSent: (answer) => setEmail(answer.email),
    toProblems,
  });
  if (email !== null) {
    return (
      <div className="flex flex-col gap-4">
        {/* The focused button is gone. */}
        <h1 ref={(element) => element?.focus()} tabIndex={-1} className="font-semibold text-xl outline-none">
          Address confirmed
        </h1>
        <p role="status">Your account now has the e-mail address {email}.</p>
        <PageLink href="/" className={`${buttonLook("plain")} self-start`}>
          Continue
        </PageLink>
      </div>
    );
  }
  if (isDead) {
    return (
      <DeadLink title="This link is not valid">
        It was used already, has expired, was replaced by a newer one, or is incomplete. Links to confirm an
        e-mail address work once, within an hour. Change the address again on the page of your account.
      </DeadLink>
    );
  }
  const problem = problems[""] ?? problems.token;
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <h1 className="text-balance font-semibold text-xl">Confirm your e-mail address</h1>
      {problem && <Notice>{problem}</Notice>}
      <p className="text-muted">Your account then has the address that this link was sent to.</p>
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Confirming…" : "Confirm the address"}
      </Button>
    </form>
  );
}
