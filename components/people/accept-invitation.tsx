"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { whileIdentityChanges } from "@/components/edits/signed-in-as";
import { Loaded } from "@/components/forms/loaded";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { useForm } from "@/components/forms/use-form";
import { OpenIdLink, type OpenIdLinkProps } from "@/components/sign-in/openid-link";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { hasCode, isSignedOut } from "@/lib/contract/errors";
import { name } from "@/lib/contract/names";
import { givenPassword, type InvitationPreview, invitationAccept, newPassword } from "@/lib/contract/people";
import { DeadLink } from "./dead-link";
import { newPasswordLabel } from "./new-password-label";
import { roleWords } from "./role-words";
import { useToken } from "./use-token";

/**
 * Shows the invitation of the token in the URL, and accepts it with a new or existing account. Signing in by OpenID Connect
 * accepts it too, if it names an e-mail address.
 */
export function AcceptInvitation({ openId }: { openId: OpenIdLinkProps | null }) {
  const token = useToken();
  const query = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => api("POST /invitations/preview", { body: { token: token ?? "" }, signal }),
    enabled: token !== undefined && token !== "",
    retry: false,
  });
  if (token === "" || hasCode(query.error, "NOT_FOUND", "BAD_REQUEST")) {
    return (
      <DeadLink title="This invitation is not valid">
        It was used already, has expired or was withdrawn, or the link is incomplete. Ask the person who
        invited you for a new link. If you have accepted it already, sign in.
      </DeadLink>
    );
  }
  return (
    <Loaded query={query} what="details">
      {(invitation) => (
        <>
          <AcceptForm token={token ?? ""} invitation={invitation} />
          {openId && invitation.email !== null && <OpenIdLink {...openId} />}
        </>
      )}
    </Loaded>
  );
}

type Acceptance = z.ZodType<unknown, z.input<typeof invitationAccept>>;
const forNewAccount: Acceptance = invitationAccept.extend({ name, password: newPassword });
const forAccount: Acceptance = invitationAccept.extend({
  password: givenPassword.min(1, { error: "cannot be empty" }),
});

function AcceptForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const [hasAccount, setHasAccount] = useState(false);
  const [given, setGiven] = useState({ name: "", email: "", password: "" });
  const edit = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  const isEmailOpen = invitation.email === null;
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: hasAccount ? forAccount : forNewAccount,
    body: () => ({
      token,
      ...(!hasAccount && { name: given.name }),
      ...(isEmailOpen && { email: given.email }),
      password: given.password,
    }),
    send: (body) => whileIdentityChanges(() => api("POST /invitations/accept", { body })),
    onSent: () => window.location.replace("/"),
    toProblems: (error) => toProblems(error, isEmailOpen),
    isOnce: true,
  });
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <Summary invitation={invitation} />
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <CheckField label="I already have an account" value={hasAccount} onChange={setHasAccount} />
      {!hasAccount && (
        <TextField
          label="Your name"
          value={given.name}
          onChange={(name) => edit({ name })}
          error={problems.name}
          autoComplete="name"
        />
      )}
      <TextField
        label="E-mail"
        type="email"
        value={invitation.email ?? given.email}
        onChange={(email) => edit({ email })}
        readOnly={!isEmailOpen}
        error={problems.email}
        autoComplete="username"
      />
      <TextField
        label={hasAccount ? "Password" : newPasswordLabel}
        type="password"
        value={given.password}
        onChange={(password) => edit({ password })}
        error={problems.password}
        autoComplete={hasAccount ? "current-password" : "new-password"}
      />
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Accepting…" : "Accept invitation"}
      </Button>
    </form>
  );
}

/** States who invites, and to what. */
function Summary({ invitation: { invitedBy, role, databases } }: { invitation: InvitationPreview }) {
  return (
    <>
      <h1 className="text-balance font-semibold text-xl">
        {invitedBy === null ? "You are invited to Rowhouse" : `${invitedBy} invites you to Rowhouse`}
      </h1>
      {databases.length > 0 && (
        <ul aria-label="Databases" className="divide-y divide-border border-border border-y">
          {databases.map((database, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two databases may have the same name
            <li key={index} className="flex gap-4 py-2">
              <span className="min-w-0 flex-1 break-words font-medium">{database.name}</span>
              <span className="text-muted">{roleWords[database.role].label}</span>
            </li>
          ))}
        </ul>
      )}
      {role !== "guest" && (
        <p className="text-muted">
          {role === "owner" ? "You may do everything in every database." : "You may also create databases."}
        </p>
      )}
    </>
  );
}

/** A wrong password is a 401, which elsewhere means that the session has ended. */
function toProblems(error: unknown, isEmailOpen: boolean): Problems {
  if (isSignedOut(error)) return { password: (error as Error).message };
  const { email, ...problems } = problemsOf(error);
  if (email === undefined) return problems;
  return isEmailOpen ? { ...problems, email } : { ...problems, "": `The e-mail address: ${email}.` };
}
