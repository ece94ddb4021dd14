"use client";

import { useState } from "react";
import { whileIdentityChanges } from "@/components/edits/signed-in-as";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { passwordResetUse } from "@/lib/contract/people";
import { DeadLink } from "./dead-link";
import { newPasswordLabel } from "./new-password-label";
import { RequestReset } from "./request-reset";
import { useLinkToken } from "./use-token";

interface ResetPasswordProps {
  /** True if the server can send another link. */
  sendsMail: boolean;
}

/** Chooses a new password with the token in the URL. Without one, asks for a link. */
export function ResetPassword({ sendsMail }: ResetPasswordProps) {
  const { token, isDead, toProblems } = useLinkToken();
  const [password, setPassword] = useState("");
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: passwordResetUse,
    body: () => ({ token: token ?? "", password }),
    send: (body) => whileIdentityChanges(() => api("POST /password-resets/use", { body })),
    onSent: () => window.location.replace("/"),
    toProblems,
    isOnce: true,
  });
  if (isDead) {
    if (sendsMail) return <RequestReset isAfterDeadLink={token !== ""} />;
    return (
      <DeadLink title="This link is not valid">
        It was used already, has expired, or is incomplete. Links to choose a new password work once, within
        an hour. Ask an owner of this installation for a new one.
      </DeadLink>
    );
  }
  const problem = problems[""] ?? problems.token;
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl">Choose a new password</h1>
      {problem && <Notice>{problem}</Notice>}
      <TextField
        label={newPasswordLabel}
        type="password"
        value={password}
        onChange={setPassword}
        error={problems.password}
        autoComplete="new-password"
      />
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Saving…" : "Save and sign in"}
      </Button>
      <p className="text-muted">This signs out all other browsers that use your account.</p>
    </form>
  );
}
