"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useId, useState } from "react";
import type * as z from "zod";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { type Me, meUpdate } from "@/lib/contract/people";
import { newPasswordLabel } from "./new-password-label";
import { PictureForm } from "./picture-form";
import { SecondFactor } from "./second-factor";

/** Edits the name, e-mail address, password and second factor of one's own account. */
export function AccountForms({ me }: { me: Me }) {
  return (
    <>
      <NameForm me={me} />
      <SignInForm me={me} />
      {me.hasPassword && <SecondFactor me={me} />}
    </>
  );
}

function NameForm({ me }: { me: Me }) {
  const [name, setName] = useState(me.name ?? "");
  const form = useAccountForm(
    () => ({ name }),
    () => toast.success("Name saved"),
  );
  return (
    <AccountForm title="Name" form={form}>
      <PictureForm me={me} />
      <TextField
        label="Your name"
        value={name}
        onChange={setName}
        error={form.problems.name}
        autoComplete="name"
      />
    </AccountForm>
  );
}

function SignInForm({ me }: { me: Me }) {
  const shownEmail = me.newEmail ?? me.email ?? "";
  const [email, setEmail] = useState(shownEmail);
  const [password, setPassword] = useState("");
  const [currentPassword, setCurrentPassword] = useState("");
  const queryClient = useQueryClient();
  const form = useAccountForm(
    () => ({
      ...(email.trim() !== shownEmail && { email }),
      ...((password !== "" || !me.hasPassword) && { password }),
      ...(currentPassword !== "" && { currentPassword }),
    }),
    ({ newEmail }) => {
      if (password !== "") toast.success("Password saved. All other browsers were signed out.");
      else if (newEmail === null) toast.success("E-mail saved");
      setPassword("");
      setCurrentPassword("");
      void queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
  );
  return (
    <AccountForm title="E-mail and password" form={form}>
      {!me.hasPassword && (
        <p className="text-muted text-pretty">
          Set an e-mail address and a password to sign in with them, and to add two-step sign-in and passkeys.
        </p>
      )}
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        error={form.problems.email}
        autoComplete="username"
      />
      {me.newEmail !== null && (
        <p role="status" className="text-muted text-pretty">
          A link was sent to {me.newEmail}. Open it within an hour to confirm the address.
          {me.email !== null && ` Until then, your address is ${me.email}; enter that to keep it.`}
        </p>
      )}
      <TextField
        label={newPasswordLabel}
        type="password"
        value={password}
        onChange={setPassword}
        error={form.problems.password}
        autoComplete="new-password"
        placeholder={me.hasPassword ? "Unchanged" : undefined}
      />
      {me.hasPassword && (
        <TextField
          label="Current password"
          type="password"
          value={currentPassword}
          onChange={setCurrentPassword}
          error={form.problems.currentPassword}
          autoComplete="current-password"
        />
      )}
    </AccountForm>
  );
}

function useAccountForm(body: () => z.input<typeof meUpdate>, onSaved: (saved: Me) => void) {
  const router = useRouter();
  return useForm({
    shape: meUpdate,
    body,
    send: (changes) => api("PATCH /me", { body: changes }),
    onSent(saved) {
      onSaved(saved);
      router.refresh();
    },
  });
}

interface AccountFormProps {
  title: string;
  form: ReturnType<typeof useAccountForm>;
  children: ReactNode;
}

function AccountForm({ title, form: { ref, problems, isBusy, onSubmit }, children }: AccountFormProps) {
  const titleId = useId();
  return (
    <form
      ref={ref}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby={titleId}
      className="flex max-w-sm flex-col gap-4 border-border border-t pt-4"
    >
      <h2 id={titleId} className="font-semibold text-base">
        {title}
      </h2>
      {problems[""] && <Notice>{problems[""]}</Notice>}
      {children}
      <Button type="submit" disabled={isBusy} className="self-start">
        {isBusy ? "Saving…" : `Save ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      </Button>
    </form>
  );
}
