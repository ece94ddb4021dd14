"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { CredentialFormProps } from "./key-form";

interface EmailAndPassword {
  email: string;
  password: string;
  code?: string;
}

interface PasswordFormProps extends CredentialFormProps<EmailAndPassword> {
  /** Asks for the code of a second factor. The message is undefined for the first one. */
  code: { readonly problem: string | undefined } | null;
}

export function PasswordForm({ isReady, isBusy, error, code: asked, onSubmit }: PasswordFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState({ email: false, password: false, code: false });
  const form = useRef<HTMLFormElement>(null);

  // Focuses the first input on load, and the first invalid one after a failed attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: missing inputs are invalid, too
  useEffect(() => {
    if (!isReady || isBusy) return;
    const first = form.current?.querySelector<HTMLElement>(
      "[aria-invalid=true], [autocomplete=one-time-code]",
    );
    (first ?? form.current?.querySelector("input"))?.focus();
  }, [isReady, isBusy, missing, asked]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isCodeMissing = asked !== null && code.trim() === "";
    const found = { email: email.trim() === "", password: password === "", code: isCodeMissing };
    setMissing(found);
    if (found.email || found.password || found.code) return;
    onSubmit({ email: email.trim(), password, ...(asked && { code: code.trim() }) });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        error={missing.email ? "Enter your e-mail address" : undefined}
        disabled={isBusy}
        autoComplete="username"
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        error={missing.password ? "Enter your password" : error}
        disabled={isBusy}
        autoComplete="current-password"
      />
      {asked && (
        <TextField
          label="Code of your authenticator app, or a recovery code"
          value={code}
          onChange={setCode}
          error={missing.code ? "Enter the code" : asked.problem}
          disabled={isBusy}
          autoComplete="one-time-code"
        />
      )}
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
