"use client";

import { useEffect, useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { passwordResetRequest } from "@/lib/contract/people";

interface RequestResetProps {
  /** True if the link that led here is not valid. */
  isAfterDeadLink: boolean;
}

/** Asks for an e-mail with a link to choose a new password. */
export function RequestReset({ isAfterDeadLink }: RequestResetProps) {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: passwordResetRequest,
    body: () => ({ email }),
    send: (body) => api("POST /password-resets", { body }),
    onSent: () => setSentTo(email.trim()),
  });
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-balance font-semibold text-xl">Choose a new password</h1>
      {sentTo === null ? (
        <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
          {isAfterDeadLink && <Notice>This link was used already, has expired, or is incomplete.</Notice>}
          {problems[""] && <Notice>{problems[""]}</Notice>}
          <TextField
            label="E-mail"
            type="email"
            value={email}
            onChange={setEmail}
            error={problems.email}
            autoComplete="username"
          />
          <Button look="primary" type="submit" disabled={isBusy}>
            {isBusy ? "Sending…" : "Send me a link"}
          </Button>
        </form>
      ) : (
        // The focused form is gone.
        <p ref={(element) => element?.focus()} tabIndex={-1} role="status" className="outline-none">
          If there is an account with the address {sentTo}, a link is on its way. It works once, within an
          hour.
        </p>
      )}
      <PageLink href="/login" className={`${buttonLook("quiet")} -mx-3 self-start`}>
        Sign in
      </PageLink>
    </div>
  );
}
